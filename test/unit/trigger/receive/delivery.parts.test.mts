// What of a body is an item of its own, and the bytes that tell it from its repeats.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { partsOfBody } from '../../../../nodes/WorkforceOperations/trigger/receive/delivery.ts';

/** What JSON.parse makes of it, with long numbers as their text. */
const read = (json: string): unknown =>
	JSON.parse(json, (_, value: unknown) =>
		Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value as number) < 1e21 ? String(value) : value,
	);

const record = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));
const blanks = fc.stringMatching(/^[ \t\r\n]{0,3}$/);

test('of a list of records each comes with its own text, whatever the records hold and however the list is written', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(blanks, record, blanks), { minLength: 1, maxLength: 5 }), (entries) => {
			const texts = entries.map(([, one]) => JSON.stringify(one, undefined, entries.length % 2));
			const body = `[${entries.map(([before, , after], index) => `${before}${texts[index]}${after}`).join(',')}]`;
			const parts = partsOfBody(Buffer.from(body));
			expect(parts.map(({ raw }) => raw.toString('utf8'))).toEqual(texts);
			expect(parts.map(({ payload }) => payload)).toEqual(texts.map(read));
		}),
	);
});

test('any other body is one part, as it was sent', () => {
	fc.assert(
		fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
			const body = Buffer.from(JSON.stringify(value));
			const isList =
				Array.isArray(value) &&
				value.length > 0 &&
				value.every((one) => one !== null && typeof one === 'object' && !Array.isArray(one));
			if (isList) return;
			expect(partsOfBody(body)).toEqual([{ payload: read(body.toString()), raw: body }]);
		}),
	);
});

test('bytes that are no UTF-8 stay in the record that they came in', () => {
	const bytes = Buffer.concat([Buffer.from('[{"a":"'), Buffer.from([0xe2]), Buffer.from('"},{"b":1}]')]);
	expect(partsOfBody(bytes).map(({ raw }) => raw.toString('latin1'))).toEqual(['{"a":"\u00e2"}', '{"b":1}']);
});
