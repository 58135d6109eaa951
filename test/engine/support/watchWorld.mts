// A sandbox with a clock that the trigger shares, for the tests of the watch trigger.
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { IDataObject, INode } from 'n8n-workflow';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { forgetMemories } from '../../../nodes/WorkforceOperations/watch/delivery/processMemory.ts';
import type { Choices } from '../../../sandbox/core/choices.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import { admin, clearJournal, isToken, journal } from './admin.mts';
import { Pace } from '../../../kit/time/skippingClock.mts';
import { credentialFor } from '../../../kit/core/engine.mts';
import type { JournalRow } from '../../../sandbox/server/journal.mts';
import { type Engine, WatchHost } from './watchHost.mts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A Wednesday, in the evening of Sydney: some shifts have begun, some begin soon. */
const START = new Date('2026-07-01T09:00:00Z');

export interface LiveShift extends IDataObject {
	shiftId: number;
	name: string;
	startTime: string;
	endTime: string;
	timeIn: string | null;
	timeOut: string | null;
}

/** The key of what is told of a shift: its id and its start, perhaps which of two things it is, and a hash of its guard. */
export const shiftKey = (event: string, { shiftId, startTime }: LiveShift, part = ''): unknown =>
	expect.stringMatching(
		new RegExp(`^${event}:${shiftId}\\.${(Date.parse(startTime) / 1000).toString(36)}${part}~[\\w-]{10}$`),
	);

export interface WatchWorld {
	readonly sandbox: Sandbox;
	host(engine: Engine, key?: keyof Sandbox['keys'], changes?: IDataObject): WatchHost;
	/** The same, after a workflow with this trigger has been published. */
	published(engine: Engine, key: keyof Sandbox['keys'], node: INode, changes?: IDataObject): Promise<WatchHost>;
	/** So many polls, each after this time. */
	polls(n8n: WatchHost, count: number, everyMs: number): Promise<void>;
	/** Moves both clocks. */
	pass(ms: number): Promise<void>;
	/** Lets time pass for the trigger’s own waiting only. */
	wait(ms: number): void;
	/** Puts the trigger’s own date ahead, or back. */
	ahead(ms: number): void;
	shifts(): Promise<LiveShift[]>;
	/** A shift that has begun at least an hour ago and lasts for another two, of a guard who has no other trouble. */
	runningShift(): Promise<LiveShift>;
	clock(shift: LiveShift, what: 'clockin' | 'clockout' | 'absent'): Promise<void>;
	fault(input: object): Promise<void>;
	failedLogin(email: string, ipAddress?: string): Promise<string>;
	/** Requests since the last call, tokens aside. */
	requests(): Promise<JournalRow[]>;
	now(): Promise<number>;
}

/** `choices`: open questions that the tests need an answer to, whatever variant the run is against. */
export function useWatchWorld(timesheets = 1, choices: Partial<Choices> = {}): WatchWorld {
	let sandbox: Sandbox;
	let pace: Pace;
	const now = async (): Promise<number> => Date.parse((await admin<{ now: string }>(sandbox, 'GET', '/state')).now);
	beforeAll(async () => {
		pace = new Pace();
		sandbox = await startSandbox({ ratePerMinute: 100_000, clockStart: START, data: { timesheets }, choices });
	});
	afterAll(async () => {
		await sandbox.close();
		pace.end();
	});
	beforeEach(async () => {
		forgetMemories();
		await admin(sandbox, 'POST', '/reset');
		// Ahead of the sandbox by as long as the question takes, rather than behind it: what it has just noted is past.
		const asked = clock.date();
		pace.putDate((await now()) - asked);
	});
	const shifts = async (): Promise<LiveShift[]> => await admin(sandbox, 'GET', '/live');
	const host: WatchWorld['host'] = (engine, key = 'liveops', changes = {}) =>
		new WatchHost(engine, credentialFor(sandbox, key, { requestsPerMinute: 6000, ...changes }));
	const pass = async (ms: number): Promise<void> => {
		await sandbox.advance(ms);
		await pace.pass(ms);
	};
	return {
		get sandbox() {
			return sandbox;
		},
		host,
		published: async (engine, key, node, changes) => {
			const n8n = host(engine, key, changes);
			await n8n.activate(node);
			return n8n;
		},
		pass,
		polls: async (n8n, count, everyMs) => {
			for (let poll = 0; poll < count; poll++) {
				await pass(everyMs);
				await n8n.tick();
			}
		},
		wait: (ms) => {
			void pace.pass(ms);
			pace.putDate(-ms);
		},
		ahead: (ms) => pace.putDate(ms),
		shifts,
		runningShift: async () => {
			const at = await now();
			const all = await shifts();
			const isQuiet = ({ name }: LiveShift): boolean =>
				all.filter((shift) => shift.name === name && Date.parse(shift.startTime) < at).every(({ timeIn }) => timeIn);
			const shift = all.find(
				(candidate) =>
					Date.parse(candidate.startTime) < at - HOUR &&
					Date.parse(candidate.endTime) > at + 2 * HOUR &&
					isQuiet(candidate),
			);
			if (shift === undefined) throw new Error('no shift is running');
			return shift;
		},
		clock: async ({ shiftId }, what) => await admin(sandbox, 'POST', `/live/${shiftId}/${what}`),
		fault: async (input) => await admin(sandbox, 'POST', '/faults', input),
		failedLogin: async (email, ipAddress = '203.0.113.99') => {
			const body = { eventType: 2, userId: null, email, ipAddress };
			return String((await admin<{ id: number }>(sandbox, 'POST', '/loginaudit', body)).id);
		},
		requests: async () => {
			const rows = (await journal(sandbox)).filter((row) => !isToken(row));
			await clearJournal(sandbox);
			return rows;
		},
		now,
	};
}
