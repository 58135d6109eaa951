// Every operation of the node against a service whose answers are cut, delayed, refused, mangled, doubled and of another shape, drawn
// from a fixed seed; an oracle counts what was lost, doubled, or told falsely. The same test takes a few rounds within `npm test`.
import { inClone } from '../../kit/lib/paths.mts';
import { run } from '../../kit/lib/processes.mts';
import type { Soak } from './types.mts';

export const soak: Soak = async (minutes, say) => {
	say(`Faults for ${minutes} minutes …`);
	const jest = inClone('node_modules', 'jest', 'bin', 'jest.js');
	const test = 'test/engine/faults/faults.test.mts';
	const { code } = await run(process.execPath, [jest, '--selectProjects', 'contract', '--testPathPatterns', test], {
		env: { ...process.env, WORKFORCE_SOAK_MINUTES: String(minutes) },
		show: true,
	});
	return code === 0;
};
