import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DatabaseSync } from 'node:sqlite';
import { createApp } from './app.mts';
import { choicesOf, describeChoices, variantNames, type Choices, type VariantName } from './core/choices.mts';
import { Clock } from './core/clock.mts';
import { Alive } from './simulation/scheduler.mts';
import { TimeTravel } from './simulation/time.mts';
import { Faults } from './server/faults.mts';
import { Journal } from './server/journal.mts';
import { keysByName, subscriptionKeyOf, type KeyName } from './core/keys.mts';
import { RateLimit } from './server/rate.mts';
import { Tokens } from './server/tokens.mts';
import type { World } from './server/world.mts';
import { openDatabase, readMeta, writeMeta } from './store/database.mts';
import { emptyDatabase } from './store/reset.mts';
import { seed, type DataSize } from './seed/index.mts';
import { planShifts } from './seed/shifts.mts';
import { defaultDeliveries, Deliveries, type DeliveryOptions } from './deliveries/engine.mts';

/** The pace of a day that runs by itself when nobody asks for another: a minute in a real second. */
export const alivePace = 60;
export { fastestPace } from './core/clock.mts';

const KEEP_ALIVE_MS = 600_000;

export interface SandboxOptions {
	/** 0, the default, takes any free port. */
	port?: number;
	/** SQLite file; by default the state lives in memory and ends with the process. */
	file?: string;
	/** Requests per minute and API key; 60 by default, as the service. */
	ratePerMinute?: number;
	/** Life of a token; 3600 by default, as the service. */
	tokenTtlSeconds?: number;
	/** How much to seed into an empty database. */
	data?: DataSize;
	/** When set, the clock starts here and moves on with real time; by default it shows real time. */
	clockStart?: Date;
	/** How many of its seconds pass in a real one; 1 by default. Everything that the sandbox dates uses its clock. */
	pace?: number;
	/** The seed of a day that runs by itself; none runs by default. The same seed from the same start is the same day. */
	alive?: number;
	/** Time-out of a delivery and the waits before its retries. */
	deliveries?: Partial<DeliveryOptions>;
	/** Which region it plays: each takes its own subscription key only. `au` by default. */
	region?: string;
	/** Which meaning it plays where the service document leaves one open; `WORKFORCE_VARIANT` or `default` when not given. */
	variant?: VariantName;
	/** Single choices that differ from the variant. */
	choices?: Partial<Choices>;
	/** Begins anew: removes what the file holds before it is seeded. */
	reset?: boolean;
	/** Gets one line per thing worth knowing; silent by default. */
	log?: (line: string) => void;
	/** Checks every answer against the contract as well; for the sandbox's own tests. */
	validateResponses?: boolean;
}

export interface Sandbox {
	/** Base address, http://127.0.0.1:PORT. */
	url: string;
	port: number;
	keys: Record<KeyName, string>;
	subscriptionKey: string;
	/** Which variant it plays, in a sentence. */
	variant: string;
	/** Moves the clock forwards by milliseconds; what falls due on the way, of deliveries and of the day, happens before it resolves. */
	advance(ms: number): Promise<void>;
	/** What the clock of this service shows, in milliseconds since 1970. */
	now(): number;
	/** Ends open connections and timers. State in a file stays. */
	close(): Promise<void>;
}

/** Starts the service on this machine. Rejects with the system's error when the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const log = options.log ?? (() => undefined);
	const db = openDatabase(options.file ?? ':memory:');
	if (options.reset) {
		emptyDatabase(db);
		writeMeta(db, 'clockAhead', '0');
	}
	const clock =
		options.clockStart === undefined
			? new Clock(Number(readMeta(db, 'clockAhead') ?? 0))
			: Clock.startingAt(options.clockStart);
	clock.onMove(() => keepClock(db, clock));
	let url = '';
	const { world, alive, time } = buildWorld(db, clock, options, () => url, log);
	seed(db, clock.now(), options.data ?? 'demo');
	const server = createServer(createApp(world, { alive, time, validateResponses: options.validateResponses === true }));
	// A connection that rests is kept: beside a heavy load a client may use it again just when it would be ended.
	server.keepAliveTimeout = KEEP_ALIVE_MS;
	try {
		url = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;
	} catch (error) {
		db.close();
		throw error;
	}
	world.deliveries.pump();
	clock.setPace(options.pace ?? 1);
	if (options.alive === undefined) alive.stop();
	else alive.start(options.alive);
	return {
		url,
		port: (server.address() as AddressInfo).port,
		keys: keysByName(),
		subscriptionKey: world.subscriptionKey,
		variant: describeChoices(world.variant, world.choices),
		advance: (ms) => time.advance(ms),
		now: () => clock.now(),
		close: () => {
			alive.end();
			return close(server, world);
		},
	};
}

function buildWorld(
	db: DatabaseSync,
	clock: Clock,
	options: SandboxOptions,
	url: () => string,
	log: (line: string) => void,
): { world: World; alive: Alive; time: TimeTravel } {
	let kept = 0;
	const variant = options.variant ?? variantFromEnvironment();
	const choices = choicesOf(variant, options.choices);
	const deliveries = { ...defaultDeliveries, stampAttempts: choices.notification === 'stamped', batch: choices.batch };
	const world: World = {
		variant,
		choices,
		subscriptionKey: subscriptionKeyOf(options.region ?? 'au'),
		db,
		clock,
		tokens: new Tokens(db, clock, options.tokenTtlSeconds ?? 3600),
		rate: new RateLimit(clock, options.ratePerMinute ?? 60, choices.refusedRequests),
		journal: new Journal(),
		faults: new Faults(),
		deliveries: new Deliveries(db, clock, { ...deliveries, ...options.deliveries }, log),
		url,
		keepUp: () => {
			alive.run();
			planShifts(db, clock.now());
			// A clock with a pace of its own goes away from real time by itself.
			if (clock.pace === 1 || Date.now() - kept < 1000) return;
			kept = Date.now();
			keepClock(db, clock);
		},
		reset: () => {
			emptyDatabase(db);
			clock.back();
			seed(db, clock.now(), options.data ?? 'demo');
			world.journal.clear();
			world.faults.clear();
			world.rate.clear();
			world.deliveries.restart();
			alive.restart();
		},
		log,
	};
	const alive = new Alive(world);
	return { world, alive, time: new TimeTravel(world, alive) };
}

/** How far the clock is ahead stays in the file, so that the next start goes on from there. */
function keepClock(db: DatabaseSync, clock: Clock): void {
	if (db.isOpen) writeMeta(db, 'clockAhead', String(clock.ahead()));
}

/** Lets a whole run of tests be repeated against the other variant. */
function variantFromEnvironment(): VariantName {
	const name = process.env.WORKFORCE_VARIANT ?? 'default';
	const known = variantNames.find((variant) => variant === name);
	if (known === undefined)
		throw new Error(`WORKFORCE_VARIANT must be one of ${variantNames.join(', ')}, not "${name}".`);
	return known;
}

function listen(server: Server, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', reject);
			resolve((server.address() as AddressInfo).port);
		});
	});
}

async function close(server: Server, world: World): Promise<void> {
	if (!world.db.isOpen) return;
	keepClock(world.db, world.clock);
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeAllConnections();
	await world.deliveries.stop();
	await closed;
	if (world.db.isOpen) world.db.close();
}
