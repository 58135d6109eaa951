import { describe, expect, test } from '@jest/globals';
import { marked, ownTexts, stretchAt, stretchesIn } from '../../../../scripts/reach/markers.mts';

const text =
	'const one = (a: number) => a + 1;\nfunction two() {\n\treturn () => ({ b: () => one(2) });\n}\ntwo().call(0).b();';

test('marks stand in every function and are set when it runs, and lines stay where they are', () => {
	const kept = new Map<string, Uint8Array>();
	const reached = (file: string, count: number): Uint8Array => {
		const marks = new Uint8Array(count);
		kept.set(file, marks);
		return marks;
	};
	const code = marked('f.ts', text.replace('.b()', ''));
	expect(code.split('\n')).toHaveLength(text.split('\n').length);
	Object.assign(globalThis, { reached });
	try {
		new Function(code.replace(': Uint8Array', '').replace(' as any', '').replace('a: number', 'a'))();
	} finally {
		Reflect.deleteProperty(globalThis, 'reached');
	}
	// The file, two and what it returns; neither one nor b was called.
	expect([...(kept.get('f.ts') ?? [])]).toEqual([1, 0, 1, 1, 0]);
});

describe('a stretch', () => {
	test('is the innermost function around a place', () => {
		const stretches = stretchesIn(text);
		expect(stretchAt(stretches, text.indexOf('one(2)'))).toBe(4);
		expect(stretchAt(stretches, text.indexOf('a + 1'))).toBe(1);
		expect(stretchAt(stretches, text.indexOf('two().call'))).toBe(0);
	});

	test('says what stands in it and in no function within it', () => {
		const own = ownTexts(text);
		expect(own.slice(1)).toEqual(['a + 1', '{\n\treturn () => ;\n}', '({ b: () =>  })', 'one(2)']);
		expect(own[0]).toBe('const one = (a: number) => ;\nfunction two() \ntwo().call(0).b();');
	});

	test('changes with its own text alone', () => {
		const now = ownTexts(text.replace('one(2)', 'one(3)'));
		expect(ownTexts(text).map((said, index) => said === now[index])).toEqual([true, true, true, true, false]);
	});
});
