// What an answer gives a model to go on with: it says where the answer ended, and fits nothing but the call it is of.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Cursor, endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { Continuing, type Position } from '../../../nodes/WorkforceOperations/operations/continuing.ts';
import type { Call } from '../../../nodes/WorkforceOperations/transport/index.ts';
import { readSettings } from '../../../nodes/WorkforceOperations/transport/settings.ts';
import { formOf } from '../form/support.mts';

interface Changes {
	values?: IDataObject;
	written?: IDataObject;
	apiKey?: string;
	endpoint?: 'timesheet.getAll' | 'staff.getAll';
	value?: string;
}

const fields = ['filters', 'days', 'limit', 'continueFrom'].map((name) => ({ name }) as INodeProperties);

function callOf(changes: Changes = {}, continueFrom?: unknown): Continuing {
	const { values = {}, written, apiKey = 'one', endpoint = 'timesheet.getAll', value = 'getAll' } = changes;
	const credential = { region: 'custom', baseUrl: 'https://service.test', apiKey, subscriptionKey: 'x' };
	const settings = readSettings({ ...credential, requestsPerMinute: 60 } as never);
	return new Continuing({ value, endpoint, fields }, formOf({ ...values, continueFrom }, { written }), settings);
}

const call: Call = {
	endpoint: endpoints['timesheet.getAll'],
	query: { customerId: 7, searchText: '' },
	additionalQuery: { status: 'Open' },
};
const atId = (id: string, more = ''): Cursor => new Cursor(`direction=next&referenceId=${id}${more}`);

const nextOf = (
	changes?: Changes,
	{ place = { at: atId('7'), row: 3 }, made = 0, period = {} }: Partial<Position> = {},
): string | null => callOf(changes).next({ place, made }, [period.startDate, period.endDate], call);

describe('A position', () => {
	test.each<Position>([
		{
			place: { at: atId('7'), row: 3, isSecond: true },
			made: 4,
			period: { startDate: '2026-07-01', endDate: '2026-07-31' },
		},
		{ place: { at: undefined, row: 0, isSecond: false }, made: 0, period: {} },
		{ place: { at: atId('8'), row: 0, isSecond: false }, made: 1, period: { startDate: '2026-07-01' } },
		{ place: { at: atId('9'), row: 1, isSecond: false }, made: 0, period: { endDate: '2026-07-31' } },
	])('is what it was: %j', (position) => expect(callOf({}, nextOf({}, position)).position).toEqual(position));

	test.each(['', '  ', null, undefined])('is none where nothing is given: %j', (given) =>
		expect(callOf({}, given).position).toBeUndefined(),
	);

	test('never looks like a token', () => {
		const all = Array.from({ length: 40 }, (_, made) => nextOf({}, { made }) ?? '');
		expect(all.join('')).toMatch(/^[\w.-]+$/);
		expect(all.join('')).not.toContain('J');
		expect(all.join('')).toContain('.');
		expect(all.map((next) => callOf({}, next).position?.made)).toEqual([...all.keys()]);
	});

	test('has at most 400 characters, or there is none', () => {
		const long = (more: number): string | null => nextOf({}, { place: { at: atId('7'.repeat(more)), row: 0 } });
		const shortest = long(1)?.length ?? 0;
		const most = 1 + Math.floor(((400 - shortest) * 3) / 4);
		const at = [most, most + 1, most - 1].find((more) => long(more)?.length === 400) ?? 0;
		expect(callOf({}, long(at)).position?.place.at?.get('referenceId')).toHaveLength(at);
		expect(long(at + 1)).toBeNull();
	});
});

describe('The cursor in it', () => {
	const positionOf = (cursor: string, given: Call): string | undefined => {
		const place = { at: new Cursor(cursor), row: 0 };
		const next = callOf().next({ place, made: 0 }, ['', ''], given);
		return next === null ? undefined : callOf({}, next).position?.place.at?.query;
	};
	const logins: Call = { endpoint: endpoints['loginAudit.getAll'] };

	test.each<[string, string | undefined, Call]>([
		['referenceId=7&limit=50&pageSize=5', 'referenceId=7', call],
		['referenceId=7&customerId=7&status=Open&searchText=&siteIds=', 'referenceId=7', call],
		['referenceId=7&customerId=8', undefined, call],
		['referenceId=7&status=Closed', undefined, call],
		['referenceId=7&other=1', undefined, call],
		['offset=7', undefined, call],
		['offset=50&to=2026-07-01', 'offset=50&to=2026-07-01', logins],
		['page=2', undefined, logins],
		['referenceId=7', undefined, { endpoint: { method: 'GET', path: '/other' } as never }],
	])('%s is kept as %s', (cursor, kept, given) => expect(positionOf(cursor, given)).toBe(kept));
});

describe('The arguments', () => {
	const byClock = '={{ $now.toISO() }}';

	test.each<[string, Changes, Changes]>([
		['of the same values', { values: { limit: 4 } }, { values: { limit: '4' } }],
		['that are empty', { values: { limit: '' } }, { values: { limit: null } }],
		['in another order', { values: { filters: { a: 1, b: 2 } } }, { values: { filters: { b: 2, a: 1 } } }],
		[
			'by the clock',
			{ values: { filters: { from: 'one' } }, written: { filters: { from: byClock } } },
			{ values: { filters: { from: 'other' } }, written: { filters: { from: byClock } } },
		],
		[
			'by the clock, in a list',
			{ values: { days: ['one'] }, written: { days: [byClock] } },
			{ values: { days: ['other'] }, written: { days: [byClock] } },
		],
	])('%s are the same', (_, first, second) =>
		expect(callOf(second, nextOf(first)).position).toMatchObject({ place: { row: 3 } }),
	);

	const written = (expression: string, value: string): Changes => ({
		values: { filters: { from: value } },
		written: { filters: { from: expression } },
	});

	test.each<[string, Changes, Changes]>([
		['of other values', { values: { limit: 4 } }, { values: { limit: 5 } }],
		['of other filters', { values: { filters: { a: 1 } } }, { values: { filters: { b: 1 } } }],
		['of a filter with another value', { values: { filters: { a: 1 } } }, { values: { filters: { a: 2 } } }],
		['with another list', { values: { days: ['one'] } }, { values: { days: ['other'] } }],
		['by another expression', written(byClock, 'one'), written('={{ $today }}', 'one')],
		['by an expression without the clock', written('={{ $json.a }}', 'one'), written('={{ $json.a }}', 'other')],
		['by a model', written('={{ $fromAI("a") ?? $now }}', 'one'), written('={{ $fromAI("a") ?? $now }}', 'other')],
		['that only read like an expression', written('a=$now', 'one'), written('a=$now', 'other')],
		['of another key', {}, { apiKey: 'other' }],
		['of another list', {}, { endpoint: 'staff.getAll' }],
		['of another operation', {}, { value: 'getSome' }],
	])('%s are refused', (_, first, second) =>
		expect(() => callOf(second, nextOf(first))).toThrow('“Continue From” doesn’t match these arguments'),
	);

	test.each<[string, (next: string) => string]>([
		['cut', (next) => next.slice(0, 30)],
		['with more behind it', (next) => `${next}AAAA`],
		['with a character that means nothing', (next) => `${next}=`],
		['with other contents', (next) => `${next.slice(0, 16)}${Buffer.from('[1,0,0,"","",""]').toString('base64url')}`],
		['too long', (next) => next.repeat(9)],
	])('beside a text that was altered, %s, are refused', (_, alter) =>
		expect(() => callOf({}, alter(nextOf() ?? ''))).toThrow('“Continue From” doesn’t match these arguments'),
	);
});
