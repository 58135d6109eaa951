// A look without n8n and without a service: what is asked for is kept, and a function answers.
import type { Claims, JsonObject } from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { CommonSettings, PollContext } from '../../../nodes/WorkforceOperations/watch/core/source.ts';
import type { ChangeSettings } from '../../../nodes/WorkforceOperations/watch/changes/source.ts';
import type { LicenceSettings } from '../../../nodes/WorkforceOperations/watch/licences/source.ts';
import type { LoginSettings } from '../../../nodes/WorkforceOperations/watch/logins/source.ts';
import type { ShiftSettings } from '../../../nodes/WorkforceOperations/watch/shifts/source.ts';
import type { CopySettings } from '../../../nodes/WorkforceOperations/watch/copies/memory.ts';
import type { WaitingSettings } from '../../../nodes/WorkforceOperations/watch/waiting/source.ts';
import { hashesOf } from '../../../nodes/WorkforceOperations/watch/core/keys.ts';
import { UnfinishedList } from '../../../nodes/WorkforceOperations/watch/core/pollReader.ts';

/** Those of all families at once, so that one fake fits each of them. */
export type OwnSettings = ShiftSettings &
	LicenceSettings &
	LoginSettings &
	ChangeSettings &
	WaitingSettings &
	CopySettings;

export const HOUR = 3_600_000;
export const NOW = Date.parse('2026-07-01T09:00:00.000Z');

/** `staff.getAll {"limit":1}` or `securityLicence.getAll 7`: what was asked for. */
export type Answer = (asked: { endpoint: string; query: JsonObject; id?: unknown; limit?: number }) => unknown;

interface FakeReader {
	isSpent: boolean;
	/** A list may lack records. */
	hasDoubts: boolean;
	/** Of the token. */
	claims: () => Promise<Claims | undefined>;
	/** How often the reader may still be asked whether it may go on. */
	turns: number;
}

export interface FakePoll {
	poll: PollContext<OwnSettings>;
	reader: FakeReader;
	asked: string[];
}

/** What is other than usual. */
export type Given = Partial<Omit<PollContext, 'settings'>> & { settings?: Partial<CommonSettings & OwnSettings> };

/** The bounds of a poll end a list before its end. */
export const unfinished = (...records: JsonObject[]): never => {
	throw new UnfinishedList(records);
};

const settings = {
	query: {},
	additionalQuery: {},
	signals: {},
	changes: ['approve'],
	lookBackMs: 2 * HOUR,
	timeZone: 'UTC',
	graceMs: 0,
	daysBefore: [30, 7],
	scanEveryMs: 6 * HOUR,
	loginsAtLeast: 1,
	loginsWithinMs: 600_000,
	repeatEveryMs: 0,
	waitMs: 24 * HOUR,
	startWith: 'new',
	intervalMs: 60_000,
	kinds: new Set(['created', 'updated', 'deactivated', 'reactivated']),
	watchFields: [],
	stopAbovePercent: 5,
};

export function fakePoll(answer: Answer, changes: Given = {}): FakePoll {
	const asked: string[] = [];
	const list = async (endpoint: string, query: JsonObject, limit?: number): Promise<unknown> => {
		asked.push(`${endpoint} ${JSON.stringify({ ...query, ...(limit === undefined ? {} : { limit }) })}`);
		return await Promise.resolve().then(() => answer({ endpoint, query, limit }));
	};
	const reader = {
		isSpent: false,
		turns: Infinity,
		mayGoOn: async () => await Promise.resolve(reader.turns-- > 0),
		list,
		someOf: async (...given: Parameters<typeof list>) =>
			await list(...given).catch((error: unknown) => {
				if (error instanceof UnfinishedList) return error.records;
				throw error;
			}),
		hasDoubts: false,
		claims: async (): Promise<Claims | undefined> => await Promise.resolve(undefined),
		listOf: async (endpoint: string, { id }: { id?: unknown }, query: JsonObject = {}) => {
			asked.push(`${endpoint} ${id === undefined ? JSON.stringify(query) : String(id)}`);
			return await Promise.resolve().then(() => answer({ endpoint, query, id }));
		},
	};
	const poll = {
		...{
			now: NOW,
			since: NOW - 600_000,
			engine: {},
			pendingReread: {},
			published: false,
			open: [],
			running: [],
			most: 10,
			hashes: hashesOf('api-key', 'owner'),
		},
		...changes,
		reader,
		settings: { ...settings, ...changes.settings },
	} as unknown as PollContext<OwnSettings>;
	return { poll, reader, asked };
}

export const isoAt = (ms: number): string => new Date(ms).toISOString();

export const keysOf = (findings: ReadonlyArray<{ key: string }>): string[] => findings.map(({ key }) => key);

/** Findings that are to be read again, and where. */
export const lost = (places: Record<string, number>): PollContext['pendingReread'] =>
	Object.fromEntries(
		Object.entries(places).map(([key, place]) => [key, { locator: place }]),
	) as unknown as PollContext['pendingReread'];
