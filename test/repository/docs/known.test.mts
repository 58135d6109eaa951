import { describe, expect, test } from '@jest/globals';
import { loadDescription, operationsOf, type Description } from '../../../sandbox/description/load.mts';
import { describeService, type Described } from '../../../scripts/docs/description.mts';
import { knownHere, shapeOf, sourceNames, type Known } from '../../../scripts/docs/known.mts';

type Part = 'x-body' | 'x-answer';

const contract = loadDescription();
const described = describeService(contract);
const operationOf = (from: Description, id: string): Record<string, unknown> => {
	const found = operationsOf(from).find(({ operation }) => operation.operationId === id);
	if (found === undefined) throw new Error(`There is no operation ${id}`);
	return found.operation as unknown as Record<string, unknown>;
};
const rowOf = (id: string): Described => {
	const found = described.find(({ operationId }) => operationId === id);
	if (found === undefined) throw new Error(`There is no operation ${id}`);
	return found;
};
const counted = (fields: readonly Known[]): string =>
	sourceNames.map((name) => fields.filter(({ source }) => source === name).length).join(' · ');

/** The schemas of its own that a schema uses directly or inside others, without the envelopes. */
function recordsIn(node: unknown, found = new Set<string>()): Set<string> {
	if (typeof node !== 'object' || node === null) return found;
	for (const [key, value] of Object.entries(node)) {
		if (key === '$ref' && typeof value === 'string') {
			const name = value.split('/').at(-1) ?? '';
			if (found.has(name)) continue;
			found.add(name);
			recordsIn(contract.components.schemas[name], found);
		} else recordsIn(value, found);
	}
	return found;
}

/** Record → operations that answer with it. */
function users(): Map<string, string[]> {
	const result = new Map<string, string[]>();
	const envelopes = new Set(['Standard', 'Slim', 'Status', 'ErrorItem']);
	for (const { operation } of operationsOf(contract)) {
		const { responses } = operation as unknown as { responses: Record<string, unknown> };
		for (const name of recordsIn(responses['200'])) {
			if (!envelopes.has(name)) result.set(name, [...(result.get(name) ?? []), operation.operationId]);
		}
	}
	return result;
}

// Written down apart from openapi.yaml, by hand from the two sources: what each endpoint itself shows of a record that it
// shares with others. An endpoint that begins to answer with one of these records has to be added here first.
const shared: Record<string, Record<string, string>> = {
	LoginEvent: { listLoginAudit: '1 · 8 · 1', listRecentLoginAudit: '1 · 8 · 1' },
	IncidentReport: { listIncidentReports: '1 · 0 · 40', listIncidentReportsByFormTemplate: '1 · 40 · 0' },
	Staff: { listStaff: '0 · 11 · 0', createStaff: '0 · 0 · 23', updateStaff: '0 · 0 · 23', searchStaff: '11 · 0 · 0' },
	Licence: { listLicences: '18 · 0 · 0', upsertLicences: '0 · 0 · 18' },
	Timesheet: { listTimesheets: '0 · 40 · 14', getTimesheet: '0 · 0 · 54' },
	Subscriber: { createSubscriber: '5 · 0 · 1', updateSubscriber: '1 · 0 · 5' },
	Subscription: { listSubscriptions: '0 · 0 · 8', createSubscription: '0 · 6 · 2', updateSubscription: '0 · 0 · 8' },
};
/** Parts of those records, which are used nowhere else or assumed wherever they are. */
const inner = ['StaffKept', 'Coordinates', 'Allowance', 'Rate', 'WelfareCheck'];

describe('records that several endpoints answer with', () => {
	test('are all in the table of this test', () => {
		const several = [...users()].filter(
			([name, ids]) =>
				ids.length > 1 &&
				!name.endsWith('Page') &&
				!name.endsWith('Answer') &&
				!name.endsWith('Written') &&
				!inner.includes(name),
		);
		expect(Object.fromEntries(several.map(([name, ids]) => [name, [...ids].sort()]))).toEqual(
			Object.fromEntries(Object.entries(shared).map(([name, rows]) => [name, Object.keys(rows).sort()])),
		);
	});

	test.each(
		Object.entries(shared).flatMap(([name, rows]) =>
			Object.entries(rows).map(([id, counts]) => [name, id, counts] as const),
		),
	)('%s: %s knows %s', (_, id, counts) => {
		expect(counted(rowOf(id).answer)).toBe(counts);
	});

	test.each([
		['requestToken', { body: '1 · 0 · 0', answer: '3 · 0 · 0' }],
		['requestTokenShort', { body: '0 · 0 · 1', answer: '0 · 0 · 3' }],
	])('of the two paths of the token exchange, %s knows %j', (id, known) => {
		const { body, answer } = rowOf(id);
		expect({ body: counted(body), answer: counted(answer) }).toEqual(known);
	});
});

describe('every endpoint', () => {
	const parts = operationsOf(contract).flatMap(({ operation }) => {
		const row = rowOf(operation.operationId);
		const both: Array<readonly [string, Part, Known[]]> = [[operation.operationId, 'x-answer', row.answer]];
		return row.bodyShape === null ? both : [...both, [operation.operationId, 'x-body', row.body] as const];
	});

	test.each(parts)('%s: no field is better known than %s says', (id, part, fields) => {
		const { source, except } = shapeOf(operationOf(contract, id)[part], id);
		const best = sourceNames.indexOf(source);
		const better = fields.filter((field) => sourceNames.indexOf(field.source) < best).map(({ name }) => name);
		expect(better.sort()).toEqual(Object.keys(except).sort());
	});

	test.each(parts)('%s: a record taken over in %s has the fields of the endpoint that it names', (id, part, fields) => {
		const { like } = shapeOf(operationOf(contract, id)[part], id);
		if (like === null) return;
		const others = part === 'x-answer' ? rowOf(like).answer : rowOf(like).body;
		expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(others.map(({ name }) => name)));
	});

	const all = described.map(({ operationId }) => operationId);
	const taking = described.filter(({ bodyShape }) => bodyShape !== null).map(({ operationId }) => operationId);

	test('takes a body or none', () => expect(taking).toHaveLength(9));

	test.each([
		{ part: 'x-answer', of: all, said: '' },
		{ part: 'x-envelope-source', of: all, said: '' },
		{ part: 'x-body', of: taking, said: 'x-body of ' },
	])('must have $part', ({ part, of, said }) => {
		for (const id of of) {
			const changed = structuredClone(contract);
			delete operationOf(changed, id)[part];
			expect(() => describeService(changed)).toThrow(`${said}${id}`);
		}
	});

	test.each(['nowhere', 'getTimesheet'])('takes over no record of %s', (like) => {
		const changed = structuredClone(contract);
		operationOf(changed, 'getTimesheet')['x-answer'] = { source: 'assumed', why: 'Why.', like };
		expect(() => describeService(changed)).toThrow(`${like} is not another operation`);
	});

	test('has the same fields in its envelope as the others with that envelope', () => {
		const byKind = new Map<string, Set<string>>();
		for (const { envelope, wrapping } of described)
			byKind.set(envelope, (byKind.get(envelope) ?? new Set()).add(JSON.stringify(wrapping)));
		expect([...byKind.values()].map(({ size }) => size)).toEqual([...byKind].map(() => 1));
	});
});

test('a field is as well known as its record and its endpoint both allow', () => {
	const fields: Known[] = [
		{ name: 'id', source: 'documented' },
		{ name: 'name', source: 'documented' },
		{ name: 'note', source: 'assumed' },
	];
	const at = (value: unknown): string[] =>
		knownHere(fields, shapeOf(value, 'here'), 'here').map(({ source }) => source);
	expect(at({ source: 'documented' })).toEqual(['documented', 'documented', 'assumed']);
	expect(at({ source: 'published', why: 'Why.' })).toEqual(['published', 'published', 'assumed']);
	expect(at({ source: 'assumed', why: 'Why.', except: { id: 'published', note: 'documented' } })).toEqual([
		'published',
		'assumed',
		'assumed',
	]);
});

test.each([
	['nothing', undefined, 'source must be'],
	['an unknown source', { source: 'guessed' }, 'source must be'],
	['no reason', { source: 'assumed' }, 'why is missing'],
	['an empty reason', { source: 'published', why: ' ' }, 'why is missing'],
	[
		'a shape taken over that is said to be known',
		{ source: 'published', why: 'Why.', like: 'listStaff' },
		'only for what is assumed',
	],
	[
		'an exception that is none',
		{ source: 'published', why: 'Why.', except: { id: 'assumed' } },
		'gives id no better source',
	],
	[
		'an exception without source',
		{ source: 'assumed', why: 'Why.', except: { id: true } },
		'gives id no better source',
	],
	['a word that nobody knows', { source: 'documented', wy: 'Why.' }, 'wy has no meaning'],
])('refuses %s', (_, value, message) => {
	expect(() => shapeOf(value, 'x-answer of op')).toThrow(message);
});

test('an exception must be a field', () => {
	expect(() =>
		knownHere([], shapeOf({ source: 'assumed', why: 'Why.', except: { id: 'documented' } }, 'here'), 'here'),
	).toThrow('except names id');
});
