import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DatabaseSync } from 'node:sqlite';
import { createApp } from './app.mts';
import { choicesOf, describeChoices, variantNames, type Choices, type VariantName } from './core/choices.mts';
import { Clock } from './core/clock.mts';
import { dayMs } from './core/zones.mts';
import { DayScheduler } from './simulation/scheduler.mts';
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
import type { WorldName } from './seed/worlds.mts';
import { planShifts } from './seed/shifts.mts';
import { defaultDeliveries, Deliveries, type DeliveryOptions } from './deliveries/engine.mts';

const KEEP_ALIVE_MS = 600_000;

export interface SandboxOptions {
	/** 0, the default, means any free port. */
	port?: number;
	/** Where to listen; 127.0.0.1 by default. Requests under any other name than this machine's are still refused. */
	host?: string;
	/** SQLite file; by default the state is in memory and ends with the process. */
	file?: string;
	/** Requests per minute and API key; 60 by default, as at the service. */
	ratePerMinute?: number;
	/** Lifetime of a token; 3600 by default, as at the service. */
	tokenTtlSeconds?: number;
	/** How much data to seed into an empty database; `demo` by default. */
	data?: DataSize;
	/** Special cases that the operator's help centre describes, each with a few records; `months` has all of them. */
	worlds?: readonly WorldName[];
	/** The clock's initial time; by default real time. */
	clockStart?: Date;
	/** Sandbox seconds per real second; 1 by default. Everything that the sandbox dates uses its clock. */
	pace?: number;
	/** The seed of a simulated day; none by default. The same seed from the same start gives the same day. */
	alive?: number;
	/** Timeout of a delivery, and the delays before its retries. */
	deliveries?: Partial<DeliveryOptions>;
	/** The region to simulate; each accepts only its own subscription key. `au` by default. */
	region?: string;
	/** How ambiguous points of the service document are simulated; `WORKFORCE_VARIANT` or `default` if not given. */
	variant?: VariantName;
	/** Single choices that override the variant. */
	choices?: Partial<Choices>;
	/** Deletes the content of the file before seeding. */
	reset?: boolean;
	/** Receives one line per notable event; silent by default. */
	log?: (line: string) => void;
	/** Validates responses against the contract as well; for the sandbox's own tests. */
	validateResponses?: boolean;
}

export interface Sandbox {
	/** Base address, by default http://127.0.0.1:PORT. */
	url: string;
	port: number;
	keys: Record<KeyName, string>;
	subscriptionKey: string;
	/** A sentence about the variant that is running. */
	variant: string;
	/** Its answers to the questions that the document leaves open. */
	choices: Choices;
	/**
	 * Moves the clock forwards by milliseconds. Resolves after all deliveries and simulated events that fall due on the
	 * way.
	 */
	advance(ms: number): Promise<void>;
	/** The clock's time, in epoch milliseconds. */
	now(): number;
	/** Closes connections and timers. State in a file remains. */
	close(): Promise<void>;
}

/** Starts the service on this machine. Rejects with the system's error if the port is taken. */
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
	seed(db, clock.now(), options.data ?? 'demo', options.worlds);
	const server = createServer(createApp(world, { alive, time, validateResponses: options.validateResponses === true }));
	// Idle connections are kept longer: under heavy load, a client might reuse one just as it is being closed.
	server.keepAliveTimeout = KEEP_ALIVE_MS;
	try {
		url = `http://${nameOf(options.host)}:${await listen(server, options.port ?? 0, options.host)}`;
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
		choices: world.choices,
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
): { world: World; alive: DayScheduler; time: TimeTravel } {
	let kept = 0;
	let filledDay = dayOf(clock.now());
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
		rate: new RateLimit(clock, options.ratePerMinute ?? 60),
		journal: new Journal(),
		faults: new Faults(),
		deliveries: new Deliveries(db, clock, { ...deliveries, ...options.deliveries }, log),
		url,
		keepUp: () => {
			alive.run();
			planShifts(db, clock.now());
			// A day that runs by itself writes its own timesheets.
			if (options.data === 'months' && alive.seed === undefined && filledDay !== dayOf(clock.now())) {
				filledDay = dayOf(clock.now());
				seed(db, clock.now(), 'months');
			}
			// A clock with another pace drifts from real time by itself.
			if (clock.pace === 1 || Date.now() - kept < 1000) return;
			kept = Date.now();
			keepClock(db, clock);
		},
		reset: () => {
			emptyDatabase(db);
			clock.back();
			seed(db, clock.now(), options.data ?? 'demo', options.worlds);
			world.journal.clear();
			world.faults.clear();
			world.rate.clear();
			world.tokens.withdrawn.clear();
			world.deliveries.restart();
			alive.restart();
		},
		log,
	};
	const alive = new DayScheduler(world);
	return { world, alive, time: new TimeTravel(world, alive) };
}

const dayOf = (moment: number): number => Math.floor(moment / dayMs);

/** Stores the clock's offset in the file, so that the next start continues from there. */
function keepClock(db: DatabaseSync, clock: Clock): void {
	if (db.isOpen) writeMeta(db, 'clockAhead', String(clock.ahead()));
}

/** Lets a whole test run be repeated against the other variant. */
function variantFromEnvironment(): VariantName {
	const name = process.env.WORKFORCE_VARIANT ?? 'default';
	const known = variantNames.find((variant) => variant === name);
	if (known === undefined)
		throw new Error(`WORKFORCE_VARIANT must be one of ${variantNames.join(', ')}, not "${name}".`);
	return known;
}

/** The name under which this machine reaches the server. */
function nameOf(host = '127.0.0.1'): string {
	if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
	return host.includes(':') ? `[${host}]` : host;
}

function listen(server: Server, port: number, host = '127.0.0.1'): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
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
