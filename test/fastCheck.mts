// fast-check as the tests import it: `npm test` says with which seed it draws, and on a change it draws a fifth as often.
import fc, { type Parameters } from 'fast-check';
import { planOf } from '../scripts/test/plan.mts';

export * from 'fast-check';

const { seed, whole } = planOf(process.env);
if (seed !== undefined) fc.configureGlobal({ seed });

/** fast-check's own number of cases: a test that asks for no more always gets them. */
const USUAL = 100;

const few = <Ts,>(options: Parameters<Ts> = {}): Parameters<Ts> =>
	whole || options.numRuns === undefined || options.numRuns <= USUAL
		? options
		: { ...options, numRuns: Math.max(USUAL, Math.ceil(options.numRuns / 5)) };

export default {
	...fc,
	assert: ((property, options) =>
		fc.assert(property as never, few(options as Parameters<unknown>))) as typeof fc.assert,
};
