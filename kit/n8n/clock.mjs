// A preload for n8n beside a sandbox whose clock was moved or runs faster: makes `Date` in n8n's process go along with that clock.
//
//   node --import …/clock.mjs n8n start        or        NODE_OPTIONS="--import …/clock.mjs" n8n start
//
// `clockEnvironment(sandboxUrl)` in `clock.mts` asks a running sandbox and gives the environment, NODE_OPTIONS included:
//
//   WORKFORCE_CLOCK_EPOCH   a moment of real time, in milliseconds since 1970
//   WORKFORCE_CLOCK_OFFSET  how far the sandbox's clock was ahead at that moment, in milliseconds
//   WORKFORCE_CLOCK_PACE    how many milliseconds pass on it in a real one
//   WORKFORCE_CLOCK_URL     the sandbox's base address: asked every second, so that a clock that is moved later is followed
//   WORKFORCE_CLOCK_AHEAD   how far ahead of the sandbox's clock to stay, in milliseconds
//
// Timers stay real: a trigger that is due every five minutes by the clock waits five real minutes or the rest until its next full five
// minutes as they were when it was set. At a pace of 60, five real minutes are five hours of `Date`.
// What does not go along: `performance.now`, the database's own time, and code that runs in a context of its own (Code nodes).
//   WORKFORCE_CLOCK_FOR     `package`: the clock of this package alone goes along, and n8n keeps real time. For n8n's durable scheduler,
//                           which compares `Date` with its database's time.
import Module from 'node:module';

const {
	WORKFORCE_CLOCK_EPOCH,
	WORKFORCE_CLOCK_OFFSET,
	WORKFORCE_CLOCK_PACE,
	WORKFORCE_CLOCK_URL,
	WORKFORCE_CLOCK_AHEAD,
	WORKFORCE_CLOCK_FOR,
} = process.env;

const RealDate = Date;
const realNow = RealDate.now;
const ask = globalThis.fetch;
const askEveryMs = 1000;
const ahead = Number(WORKFORCE_CLOCK_AHEAD ?? 0);

const clock = {
	real: Number(WORKFORCE_CLOCK_EPOCH ?? realNow()),
	shown: Number(WORKFORCE_CLOCK_EPOCH ?? realNow()) + Number(WORKFORCE_CLOCK_OFFSET ?? 0) + ahead,
	pace: Number(WORKFORCE_CLOCK_PACE ?? 1),
};
const now = () => Math.round(clock.shown + (realNow() - clock.real) * clock.pace);

function replaceDate() {
	// Set on the original object, because n8n's libraries wrap it.
	RealDate.now = now;
	globalThis.Date = new Proxy(RealDate, {
		construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
		apply: () => new RealDate(now()).toString(),
	});
	RealDate.prototype.constructor = globalThis.Date;
}

/** The package reads the time from one object of its bundle, `clock` in `transport/clock.ts`. */
function replacePackageClock() {
	const compile = Module.prototype._compile;
	globalThis.workforceClock = now;
	Module.prototype._compile = function (content, filename, ...rest) {
		const isOurs = /n8n-nodes-workforce-operations[\\/]dist[\\/]package\.js$/.test(filename);
		if (isOurs && !/^var clock = \{$/m.test(content)) throw new Error(`${filename} has no clock that can be replaced.`);
		const own = isOurs ? `${content}\nclock.date = workforceClock;\n` : content;
		return compile.call(this, own, filename, ...rest);
	};
}

if (WORKFORCE_CLOCK_FOR === 'package') replacePackageClock();
else replaceDate();

async function follow() {
	try {
		const answer = await ask(`${WORKFORCE_CLOCK_URL}/_admin/clock`, { signal: AbortSignal.timeout(askEveryMs) });
		const { nowMs, realMs, pace } = await answer.json();
		Object.assign(clock, { real: realMs, shown: nowMs + ahead, pace });
	} catch {
		// If the sandbox is busy or gone, the clock continues as before.
	}
}
if (WORKFORCE_CLOCK_URL) setInterval(follow, askEveryMs).unref();
