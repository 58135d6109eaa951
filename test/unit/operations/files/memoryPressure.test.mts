// Whether V8 collects garbage while rows pass, by its own words, in a process of its own: Jest's is never at rest.
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { inClone } from '../../../../kit/lib/paths.mts';
import { MemoryPressure } from '../../../../nodes/WorkforceOperations/operations/files/memoryPressure.ts';

const source = pathToFileURL(inClone('nodes', 'WorkforceOperations', 'operations', 'files', 'memoryPressure.ts')).href;

/** Full collections of a process through which so many pages of 1.7 MB pass. */
function collections(pages: number): number {
	const script = `
		const { MemoryPressure } = await import('${source}');
		const pressure = new MemoryPressure();
		for (let page = 0; page < ${pages}; page++) {
			pressure.add(Array.from({ length: 1000 }, (_, id) => ({ id, words: 'x'.repeat(1700) })));
			await new Promise(setImmediate);
		}`;
	const options = ['--trace-gc', '--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
	const { stdout, stderr, status } = spawnSync(process.execPath, options, { encoding: 'utf8' });
	if (status !== 0) throw new Error(stderr);
	return stdout.split('\n').filter((line) => line.includes('Mark-Compact')).length;
}

test('many rows make V8 collect all garbage again and again, a few leave it alone', () => {
	expect(collections(2)).toBe(0);
	expect(collections(60)).toBeGreaterThan(5);
});

test('it is done once in 4 MB of rows, and what can’t be had is done without', () => {
	const real = globalThis.ArrayBuffer;
	let asked = 0;
	globalThis.ArrayBuffer = class extends real {
		constructor(_length: number) {
			asked++;
			super(0);
			throw new RangeError('Array buffer allocation failed');
		}
	} as never;
	try {
		const pressure = new MemoryPressure();
		const rows = Array.from({ length: 1000 }, () => ({ words: 'x'.repeat(1037) }));
		const counts = Array.from({ length: 13 }, () => {
			pressure.add(rows);
			return asked;
		});
		expect(counts).toEqual([0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
	} finally {
		globalThis.ArrayBuffer = real;
	}
});
