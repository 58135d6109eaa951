import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import {
	Clocks,
	DAY_MS,
	type EndpointId,
	endpoints,
	isBlank,
	type JsonObject,
	momentOf,
	pick,
	realIdOf,
	yesOrNo,
} from '../contract';
import { RECENT_DAYS, type RecentList } from '../form/recentRecords';
import { collect, type Values } from '../transport';
import { clock } from '../transport/clock';
import { cached } from '../transport/cachedLists';
import { keyFor, listable, openConnection } from './lists';

/** Older records are found by typing, or entered by id. */
const MOST_SHOWN = 100;

/** Few fields of these lists are documented, so likely names are tried. */
interface Recent {
	list: RecentList;
	endpoint: EndpointId;
	what: string;
	rows: number;
	/** Run one after another: some lists return only part of their records per query. */
	queries: (range: { startDate: string; endDate: string }, text: string | undefined) => Values[];
	/** The service supports free-text search. */
	searches: boolean;
	id: (record: JsonObject) => unknown;
	/** The likeliest field comes first. */
	times: readonly string[];
	/** Shown before and after the record's time, so that people recognise it. */
	before: (record: JsonObject) => unknown[];
	behind: (record: JsonObject) => unknown[];
}

const recentTimesheets: Recent = {
	list: 'timesheets',
	endpoint: 'timesheet.getAll',
	what: 'timesheets',
	rows: MOST_SHOWN,
	queries: (range, searchText) => [{ ...range, searchText }],
	searches: true,
	id: (record) => pick(record, ['timesheetId', 'id']),
	times: ['scheduledStartTime', 'payStartTime', 'timeclockStartTime'],
	before: ({ staffName, siteName }) => [staffName, siteName],
	behind: ({ status, approvedDateTime }) => [status ?? (isBlank(approvedDateTime) ? undefined : 'Approved')],
};

const recentReports: Recent = {
	list: 'reports',
	endpoint: 'incidentReport.getAll',
	what: 'incident reports',
	rows: MOST_SHOWN,
	// Without the flag the list may leave out approved reports.
	queries: (range, searchText) => [
		{ ...range, searchText },
		{ ...range, searchText, isApproved: 'true' },
	],
	searches: true,
	id: (record) => pick(record, ['incidentReportId', 'id']),
	times: ['submittedDate', 'dateCreated', 'createdDateTime'],
	before: (record) => [
		pick(record, ['reportName', 'formName', 'reportId']),
		pick(record, ['submittedByName', 'staffName']),
		record.siteName,
	],
	behind: (record) => [yesOrNo(record.isApproved) ? 'Approved' : record.status],
};

/** Each user is listed with their latest login. */
const recentUsers: Recent = {
	list: 'logins',
	endpoint: 'loginAudit.getAll',
	what: 'logins',
	rows: 500,
	queries: ({ startDate }) => [{ from: startDate }],
	searches: false,
	id: ({ userId }) => userId,
	times: ['occurredUtc'],
	before: ({ userId, emailAttempted }) => [isBlank(emailAttempted) ? `User ${String(userId)}` : emailAttempted],
	behind: () => [],
};

/** Created on first use, because it would take a sixth of the time to load the package. */
let dayAndTime: Intl.DateTimeFormat | undefined;

/** “Wed 7 Oct, 18:00” */
function inWords(clock: number): string {
	dayAndTime ??= new Intl.DateTimeFormat('en-AU', {
		timeZone: 'UTC',
		weekday: 'short',
		day: 'numeric',
		month: 'short',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
	return dayAndTime.format(clock);
}

interface RecentEntry extends INodeListSearchItems {
	time: number;
}

/** Newest first; of several with the same id, only the newest. */
function recentEntries(records: JsonObject[], recent: Recent, timeZone: string): RecentEntry[] {
	const entries = new Map<string, RecentEntry>();
	for (const record of records) {
		const id = realIdOf(recent.id(record));
		if (id === undefined) continue;
		const moment = momentOf(pick(record, recent.times));
		const time = moment ?? 0;
		if ((entries.get(id)?.time ?? 0) > time) continue;
		const parts = [
			...recent.before(record),
			moment === undefined ? undefined : inWords(new Clocks(record, timeZone).timeOf(moment).clock),
			...recent.behind(record),
		].filter((part) => !isBlank(part) && typeof part !== 'object');
		entries.set(id, { name: parts.length === 0 ? id : parts.map(String).join(' · '), value: id, time });
	}
	return [...entries.values()].sort((one, other) => other.time - one.time);
}

async function read(context: ILoadOptionsFunctions, recent: Recent, text?: string): Promise<RecentEntry[]> {
	const connection = await openConnection(context);
	const listed = { ...recent, byId: 'By ID' };
	const { budgetKey } = keyFor(context, connection, listed);
	const timeZone = context.getTimezone();
	const key = [budgetKey, recent.endpoint, timeZone, text].join('|');
	return await listable(
		{ context, settings: connection.settings },
		listed,
		async () =>
			await cached(key, async () => {
				const now = clock.date();
				// Includes tomorrow: today's shifts may not have begun.
				const [startDate, endDate] = [now - RECENT_DAYS[recent.list] * DAY_MS, now + DAY_MS].map((moment) =>
					new Date(moment).toISOString(),
				) as [string, string];
				const records: JsonObject[] = [];
				for (const query of recent.queries({ startDate, endDate }, text)) {
					const call = { endpoint: endpoints[recent.endpoint], query };
					records.push(...(await collect(connection, call, { limit: recent.rows, largest: recent.rows })).records);
				}
				return recentEntries(records, recent, timeZone);
			}),
	);
}

/** Filters the entries shown, and searches the service for more if it supports that. */
async function searchRecent(
	context: ILoadOptionsFunctions,
	recent: Recent,
	filter?: string,
): Promise<INodeListSearchResult> {
	const text = filter?.trim() ?? '';
	const all = await read(context, recent);
	if (text === '') return { results: all.slice(0, MOST_SHOWN).map(({ name, value }) => ({ name, value })) };
	const here = all.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(text.toLowerCase()));
	const found = recent.searches ? await read(context, recent, text) : [];
	const byId = new Map([...here, ...found].map((entry) => [entry.value, entry]));
	return { results: [...byId.values()].slice(0, MOST_SHOWN).map(({ name, value }) => ({ name, value })) };
}

export async function searchTimesheets(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return await searchRecent(this, recentTimesheets, filter);
}

export async function searchIncidentReports(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchRecent(this, recentReports, filter);
}

export async function searchUsers(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return await searchRecent(this, recentUsers, filter);
}
