// A finding as people get it, for the first time and again.
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../nodes/WorkforceOperations/watch/core/source.ts';
import { redeliveredItem, findingItem } from '../../../nodes/WorkforceOperations/watch/items.ts';
import type { WatchSettings } from '../../../nodes/WorkforceOperations/watch/settings.ts';

const AT = Date.parse('2026-07-01T09:00:00Z');
const detectedAt = '2026-07-01T09:00:00.000Z';

const settings = (event: object, simplify = true): WatchSettings => ({ event, simplify }) as unknown as WatchSettings;
const plain = { value: 'shift.late', simple: ['id', 'name'] };
const changing = { value: 'report.changed', changing: { eventType: 'incidentreport', idField: 'id' }, simple: ['id'] };

const finding: Finding = {
	key: '7:a',
	at: 1,
	locator: 2,
	record: { id: 7, name: 'Ana', more: true },
	reason: 'Ana is late',
	numbers: { change: 'approve', minutes: 0 },
};
const watch = (event: string) => ({
	event,
	key: `${event}:7:a`,
	detectedAt,
	reason: 'Ana is late',
	change: 'approve',
	minutes: 0,
});

describe('an item', () => {
	test.each<[string, WatchSettings, object]>([
		['simplified', settings(plain), { id: 7, name: 'Ana', watch: watch('shift.late') }],
		['whole', settings(plain, false), { ...finding.record, watch: watch('shift.late') }],
		[
			'of an event without chosen fields',
			settings({ value: 'shift.late' }),
			{ ...finding.record, watch: watch('shift.late') },
		],
		[
			'of a change',
			settings(changing),
			{
				eventType: 'incidentreport',
				event: 'approve',
				id: 7,
				receivedAt: detectedAt,
				payload: { id: 7 },
				watch: watch('report.changed'),
			},
		],
	])('%s', (_, given, json) => {
		expect(findingItem(given, finding, AT)).toEqual({ json });
	});

	test.each([
		['=HYPERLINK("x") is late', 'HYPERLINK("x") is late'],
		['+1+1 is late', '1+1 is late'],
		['-@＝ x is late', 'x is late'],
		['Ana is 5-6 minutes late', 'Ana is 5-6 minutes late'],
	])('says nothing that a spreadsheet would run: %s', (reason, said) => {
		expect(findingItem(settings(plain), { ...finding, reason }, AT).json.watch).toMatchObject({ reason: said });
	});

	test('of a change without any record says only why', () => {
		expect(findingItem(settings(changing), { ...finding, record: {} }, AT)).toEqual({
			json: { watch: watch('report.changed') },
		});
	});

	test('has what is said beside it in “watch”', () => {
		expect(findingItem(settings(plain), finding, AT, { wouldTrigger: false }).json.watch).toEqual({
			...watch('shift.late'),
			wouldTrigger: false,
		});
	});
});

describe('an item once more', () => {
	test('is the same, and says so', () => {
		const item = { ...findingItem(settings(plain), finding, AT), pairedItem: 0 };
		const marks = { redelivered: true, attempt: 3 };
		expect(redeliveredItem(item, 3, { stillSo: false })).toEqual({
			json: { id: 7, name: 'Ana', watch: { ...watch('shift.late'), stillSo: false, ...marks } },
			pairedItem: 0,
		});
		expect(redeliveredItem(item, 3).json.watch).toEqual({ ...watch('shift.late'), ...marks });
		expect(item.json.watch).toEqual(watch('shift.late'));
	});

	test.each([[null], ['text'], [undefined]])('also where nothing was said of it: %j', (told) => {
		expect(redeliveredItem({ json: { id: 7, watch: told as never } }, 2)).toEqual({
			json: { id: 7, watch: { redelivered: true, attempt: 2 } },
		});
	});
});
