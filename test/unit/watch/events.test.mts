// What can be watched: which list is read for it, in which period, what is kept of a record, and what n8n says of it.
import { describe, expect, test } from '@jest/globals';
import { FIELDS, namesIn } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { customerFilters, siteFilters } from '../../../nodes/WorkforceOperations/form/listFilters.ts';
import { familyOf, findEvent, watchedEvents, watchFamilies } from '../../../nodes/WorkforceOperations/watch/events.ts';
import { reportKind, timesheetKind } from '../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import type { PollContext } from '../../../nodes/WorkforceOperations/watch/core/source.ts';
import { readWatchSettings } from '../../../nodes/WorkforceOperations/watch/settings.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import { waitingReports, waitingTimesheets } from '../../../nodes/WorkforceOperations/watch/waiting/rules.ts';
import { watchEvents } from '../../../kit/sandbox/watchEvents.mts';
import type { OwnSettings } from './fakePoll.mts';
import { form } from './filledForm.mts';

const simpleOf = (kind: keyof typeof FIELDS): string[] => namesIn(FIELDS[kind], 'simple');

const ofShifts = { endpoint: 'liveOperation.getAll', simple: simpleOf('liveOperation'), byFilter: true };
const places = [
	...['shiftId', 'name', 'mobile', 'siteName', 'timeIn', 'timeOut'],
	...['inLatitude', 'inLongitude', 'outLatitude', 'outLongitude'],
];
const after = (what: string): object => ({
	grace: expect.objectContaining({ description: `How many minutes to wait after ${what}` }),
});
const hours = { grace: expect.objectContaining({ fractions: true }) };
const ofStaff = { endpoint: 'staff.getAll', simple: simpleOf('staff') };
const ofLicences = { endpoint: 'staff.getAll', simple: simpleOf('securityLicence') };
const ofReports = { endpoint: 'incidentReport.getAll', simple: simpleOf('incidentReport') };
const ofTimesheets = { endpoint: 'timesheet.getAll', simple: simpleOf('timesheet') };
/** What is copied, and which changes are told where nobody has chosen. */
const copied = (kind: keyof typeof FIELDS, ...standard: string[]): object => ({
	byList: true,
	records: FIELDS[kind],
	changes: expect.objectContaining({ standard }),
});
const ofHalves = ['created', 'updated', 'deactivated', 'reactivated'];

/** What the table of forms (`rules/table.txt`) doesn't say of them. */
const known: Array<[string, object]> = [
	['shift.notClockedIn', { ...ofShifts, ...after('the start of the shift') }],
	['shift.notClockedOut', { ...ofShifts, ...after('the end of the shift') }],
	['shift.clockedIn', ofShifts],
	['shift.clockedOut', ofShifts],
	['shift.offSite', { ...ofShifts, simple: places }],
	['shift.unfilled', { ...ofShifts, ...hours }],
	['shift.tooLong', { ...ofShifts, ...hours }],
	['welfareCheck.unanswered', { ...ofShifts, ...after('the check was sent') }],
	['incidentReport.changed', { ...ofReports, byList: true, changing: reportKind }],
	['timesheet.changed', { ...ofTimesheets, byList: true, changing: timesheetKind }],
	['licence.expiring', ofLicences],
	['licence.invalid', ofLicences],
	['login.failed', { endpoint: 'loginAudit.getAll' }],
	['staff.changed', { ...ofStaff, copies: true, ...copied('staff', ...ofHalves) }],
	['customer.changed', { endpoint: 'customer.getAll', copies: true, ...copied('customer', ...ofHalves) }],
	['site.changed', { endpoint: 'site.getAll', simple: simpleOf('site'), copies: true, ...copied('site', ...ofHalves) }],
	['licence.changed', { ...ofLicences, copies: true, ...copied('securityLicence', 'created', 'updated') }],
	['staff.created', { ...ofStaff, ...copied('staff', 'created') }],
	['timesheet.waiting', { ...ofTimesheets, byFilter: true, kind: waitingTimesheets }],
	['incidentReport.waiting', { ...ofReports, byFilter: true, kind: waitingReports }],
];

test.each(known)('%s', (value, expected) => {
	const event = findEvent(value) as ReturnType<typeof findEvent> & { repeats?: boolean };
	const {
		name,
		description,
		notice,
		source: engine,
		filters: _,
		startWith: _start,
		repeats: _repeats,
		...facts
	} = event;
	expect(facts).toEqual({ value, ...expected });
	expect(name).toMatch(/^[A-Z]/);
	expect(description).toMatch(/^\S+ .*\w$/);
	expect(notice === undefined).toBe(!value.startsWith('licence.'));
	expect(engine).toEqual({
		detect: expect.any(Function),
		preview: expect.any(Function),
		engineForm: expect.any(Object),
	});
	// Without something it would take everything for new.
	expect(Object.values(engine.engineForm).some(({ needed }) => needed === true)).toBe(true);
});

test('customers and sites have the filters of their own lists, which have the same names', () => {
	expect(findEvent('customer.changed')?.filters).toEqual(customerFilters);
	expect(findEvent('site.changed')?.filters).toEqual(siteFilters);
});

test('they come in the order of their names, and nothing else is one', () => {
	expect(watchedEvents.map(({ value }) => value).sort()).toEqual(known.map(([value]) => value).sort());
	const names = watchedEvents.map(({ name }) => name);
	expect(names).toEqual([...names].sort());
	expect([undefined, '', 'shift', 'shift.clockedin'].map(findEvent)).toEqual(Array(4).fill(undefined));
});

test('the days that are lived through in the sandbox watch something of each family, and nothing that is no event', () => {
	const counted = watchEvents.map(({ event }) => event);
	const missing = watchFamilies.filter(({ events }) => !events.some(({ value }) => counted.includes(value)));
	expect(missing.map(({ events }) => events.map(({ value }) => value))).toEqual([]);
	expect(counted.filter((event) => findEvent(event) === undefined)).toEqual([]);
});

describe('the period of shifts that is read', () => {
	const now = Date.parse('2026-07-10T09:00:00Z');
	/** The period that one look asks for, in hours from now. */
	async function periods(value: string): Promise<number[][]> {
		const asked: number[][] = [];
		const list = async (_: string, { startDate, endDate }: Record<string, string>) => {
			asked.push([startDate, endDate].map((date) => (Date.parse(date ?? '') - now) / 3_600_000));
			return await Promise.resolve([]);
		};
		const poll = {
			reader: { list, someOf: list },
			settings: { query: {}, graceMs: 24 * 3_600_000, lookBackMs: 9e9, repeatEveryMs: 0, timeZone: 'UTC' },
			...{ now, since: now, engine: {}, pendingReread: {}, most: 10 },
		} as unknown as PollContext<OwnSettings>;
		await findEvent(value)?.source.detect(poll);
		await findEvent(value)?.source.preview(poll);
		return asked;
	}

	test.each([
		['shift.notClockedIn', 48, 1],
		['shift.notClockedOut', 72, 12],
		['shift.clockedIn', 72, 12],
		['shift.clockedOut', 72, 12],
		['shift.offSite', 72, 12],
		['welfareCheck.unanswered', 48, 2],
		['shift.unfilled', 48, 24],
		['shift.tooLong', 72, 12],
	])('for %s goes %d hours back and %d ahead', async (value, back, ahead) => {
		expect(await periods(value)).toEqual([
			[-back, ahead],
			[-back, ahead],
		]);
	});
});

describe('the node', () => {
	const node = new WorkforceOperationsWatchTrigger();
	const { description } = node;

	test('says of itself what n8n shows', () => {
		const { displayName, icon, subtitle, description: words, activationMessage } = description;
		expect({ displayName, icon, subtitle }).toEqual({
			displayName: 'Workforce Operations Watch Trigger',
			icon: {
				light: 'file:workforceOperationsWatchTrigger.svg',
				dark: 'file:workforceOperationsWatchTrigger.dark.svg',
			},
			subtitle: expect.stringContaining('"login.failed":"Login Failed"'),
		});
		expect(words).toMatch(/^Starts when /);
		expect(activationMessage).toMatch(/starts this workflow\.$/);
	});

	test('looks things up for its lists', () => {
		expect(node.methods).toEqual({
			listSearch: {
				searchCustomers: expect.any(Function),
				searchSites: expect.any(Function),
				searchStaff: expect.any(Function),
				searchUsers: expect.any(Function),
			},
			loadOptions: { getCustomers: expect.any(Function), getSites: expect.any(Function) },
		});
	});

	test('says of each field of its form what it is for', () => {
		const fields = description.properties.filter(({ type }) => type !== 'notice');
		const told = fields.flatMap((field) => (field.type === 'collection' ? (field.options ?? []) : [field]));
		expect(told.length).toBeGreaterThan(0);
		for (const field of told)
			expect({ name: field.name, field }).toEqual({
				name: field.name,
				field: expect.objectContaining({ description: expect.stringMatching(/^.{10,}/) }),
			});
		const choices = fields.filter(({ name }) => name === 'startWith').flatMap(({ options = [] }) => options);
		for (const choice of choices) expect(choice).toHaveProperty('description', expect.stringMatching(/^.{10,}/));
	});

	test('explains of the changes of copies that a record is gone', () => {
		const changes = description.properties.filter(({ name }) => name === 'changeKinds');
		const explained = changes.map(({ options = [] }) => options.filter((one) => 'value' in one && one.description));
		expect(explained).toEqual(changes.map(() => [expect.objectContaining({ value: 'gone' })]));
		expect(changes.length).toBeGreaterThan(1);
	});

	test('gives examples where the form of a value matters', () => {
		const examples = description.properties.flatMap((field) =>
			[field, ...(field.type === 'collection' ? (field.options ?? []) : [])].flatMap((entry) =>
				'placeholder' in entry && entry.placeholder !== '' ? [[entry.name, entry.placeholder]] : [],
			),
		);
		expect(Object.fromEntries(examples)).toMatchObject({
			daysBefore: 'e.g. 60, 30, 14, 7, 0',
			rejectedWhen: 'e.g. status=Rejected',
		});
	});
});

describe('what of its own settings makes it another watch, which begins anew', () => {
	const subjectOf = (event: string, values: object = {}): unknown => {
		const settings = readWatchSettings(form({ event, ...values }));
		return familyOf(settings.event)?.subject?.(settings);
	};

	test('are the changes that are chosen, and what signals them', () => {
		const rejectedWhen = 'status=Rejected';
		expect(subjectOf('timesheet.changed')).toEqual([['submit', 'approve'], timesheetKind.signals]);
		expect(subjectOf('incidentReport.changed', { changes: ['reject'], advanced: { rejectedWhen } })).toEqual([
			['reject'],
			{ ...reportKind.signals, reject: { field: 'status', value: 'Rejected', source: 'assumed' } },
		]);
	});

	test('is nothing for all others', () => {
		const others = watchedEvents.filter(({ changing }) => changing === undefined);
		expect(others.map(({ value }) => subjectOf(value))).toEqual(others.map(() => undefined));
	});
});
