// fast-check as the tests import it: `npm test` says with which seed it draws.
import fc from 'fast-check';

const seed = process.env.WORKFORCE_SEED;
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

export * from 'fast-check';
export default fc;
