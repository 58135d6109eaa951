// A day of the sandbox at sixty times its pace, watched by real n8n: polls fail, steps fail, and n8n dies at random moments.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isPollEngine, pollEngines } from '../../kit/n8n/pollEngines.mts';
import { n8nVersions } from '../../kit/n8n/versions.mts';
import type { Verdict } from './watchJudge.mts';
import { live, type Lived, pace, type Run } from './watchRun.mts';

const COLUMNS =
	'Columns: due, arrived, lost; duplicated after: failure / cut-off / last batch / no reason; too brief to be due';

function tell({ event, due, arrived, lost, twice, brief }: Verdict, say: (line: string) => void): void {
	const { failed, cut, lastBatch, unexplained } = twice;
	const counts = [due, arrived, lost.length].map((count) => String(count).padStart(6)).join('');
	say(`${event.padEnd(26)}${counts}    ${failed} / ${cut} / ${lastBatch} / ${unexplained.length}    ${brief}`);
	for (const { key, why } of lost) say(`  lost: ${key}: ${why}`);
	for (const { key, why } of unexplained) say(`  duplicated without a reason: ${key}: ${why}`);
}

const isGood = ({ verdicts }: Lived): boolean =>
	verdicts.every(({ lost, twice }) => lost.length === 0 && twice.unexplained.length === 0);

/** One n8n through a day. True if nothing was lost, and nothing was duplicated without a reason. */
export async function soakOnce(run: Run, say: (line: string) => void, raw?: string): Promise<boolean> {
	const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-soak-'));
	say(
		`\nn8n ${run.version}, polls ${run.engine}: ${run.hours} h at ${pace} times real time, ${run.kills} kills, seed ${run.seed}`,
	);
	try {
		const lived = await live(run, folder);
		say(`n8n died ${lived.course.deaths.length} times. ${COLUMNS}`);
		for (const verdict of lived.verdicts) tell(verdict, say);
		for (const line of lived.log.filter((each) => each.includes('any more:'))) say(`  n8n's log: ${line}`);
		if (raw !== undefined) fs.writeFileSync(raw, JSON.stringify(lived));
		return isGood(lived);
	} finally {
		fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** A minute is an hour of the sandbox. True if nothing was lost, and nothing was duplicated without a reason. */
export async function soak(minutes: number, say: (line: string) => void, more: string[]): Promise<boolean> {
	const { values } = parseArgs({
		args: more,
		options: {
			version: { type: 'string', multiple: true, default: [...n8nVersions] },
			/** How n8n polls: `memory`, `scheduler` (its durable scheduler alone) or `durable` (with its cursors). */
			engine: { type: 'string', default: 'memory' },
			kills: { type: 'string', default: '10' },
			seed: { type: 'string', default: '1' },
			/** A file for everything that was noted, to look at afterwards. */
			raw: { type: 'string' },
		},
	});
	if (!isPollEngine(values.engine)) throw new Error(`--engine must be one of ${Object.keys(pollEngines).join(', ')}.`);
	let good = true;
	for (const version of values.version) {
		const hours = (minutes * pace) / 60;
		const run: Run = { version, engine: values.engine, hours, kills: Number(values.kills), seed: Number(values.seed) };
		good = (await soakOnce(run, say, values.raw)) && good;
	}
	say(good ? '\nNothing was lost, or duplicated without a reason.' : '\nSomething is wrong.');
	return good;
}
