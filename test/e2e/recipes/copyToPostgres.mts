// Copy to PostgreSQL, nightly: after a good night the table is what the service lists, after a bad one it is what it was.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@jest/globals';
import { inClone } from '../../../kit/lib/paths.mts';
import { startTogether } from '../../../kit/lib/stops.mts';
import { inTemporaryFolder } from '../../../kit/lib/temporary.mts';
import { createCredential } from '../../../kit/n8n/credentials.mts';
import type { Execution } from '../../../kit/n8n/executions.mts';
import { readRecipe } from '../../../kit/n8n/recipes.mts';
import { credentialData, credentialType } from '../../../kit/n8n/sandboxCredentials.mts';
import type { PostgresPrograms } from '../../../kit/queue/programs.mts';
import { databaseUser, startPostgres } from '../../../kit/queue/servers.mts';
import { changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';
import { staffService } from './staffService.mts';

const recipe = 'copy-to-postgresql';
const COLUMNS = ['id', 'firstName', 'lastName', 'email', 'mobile', 'employeeId', 'employeeReferenceNumber'];

type Row = Record<string, unknown>;
type Database = (sql: string) => Row[];

/** The SQL of the recipe's page. */
function tableOfThePage(): string {
	const page = fs.readFileSync(inClone('recipes', recipe, 'README.md'), 'utf8');
	return /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
}

/** The statement of the recipe's last step, as of a moment. */
function marking(at: string): string {
	const node = readRecipe(recipe).workflow.nodes.find(({ name }) => name === 'Mark who is gone');
	return String(node?.parameters['query']).replaceAll('$1', `'${at}'`);
}

/** A PostgreSQL of its own, with the table of the recipe's page. */
const withTable = (programs: PostgresPrograms, work: (port: number, query: Database) => Promise<void>): Promise<void> =>
	inTemporaryFolder(async (folder) => {
		// PostgreSQL runs as another user, who has to get through to its own folder.
		fs.chmodSync(folder, 0o711);
		const { port, stop } = await startPostgres(programs, path.join(folder, 'postgres'));
		const run = (sql: string): string =>
			execFileSync(
				programs.psql,
				['-h', '127.0.0.1', '-p', String(port), '-U', databaseUser, '-d', 'postgres', '-XAtq', '-v', 'ON_ERROR_STOP=1'],
				{ input: sql, encoding: 'utf8', stdio: 'pipe' },
			);
		const query: Database = (sql) =>
			run(`${sql.trim()};`)
				.split('\n')
				.filter((line) => line !== '')
				.map((line) => JSON.parse(line) as Row);
		try {
			run(tableOfThePage());
			await work(port, query);
		} finally {
			await stop();
		}
	});

const everything: string = 'SELECT row_to_json(staff) FROM workforce_staff AS staff ORDER BY id';

/** Ten nights, of which five go wrong, each in its own way. */
export const copiesTenNights = (surroundings: Surroundings, programs: PostgresPrograms): Promise<void> =>
	withTable(programs, (port, query) =>
		withRecipe(surroundings, recipe, async (id) => {
			const { world } = surroundings;
			const { session } = world;
			const together = await startTogether(async (stops) => {
				const service = await staffService(world.sandbox.url);
				stops.add(service.close);
				return { service };
			});
			const { service } = together;
			try {
				const database = {
					host: '127.0.0.1',
					port,
					database: 'postgres',
					user: databaseUser,
					password: 'not asked for',
				};
				const postgres = await createCredential(session, 'Copies', 'postgres', { ...database, ssl: 'disable' });
				const odd = { ...credentialData(world.sandbox, 'all'), baseUrl: service.url };
				const ours = await createCredential(session, 'Staff of a test', credentialType, odd);
				const choose = (name: string, type: string, { id: chosen, name: called }: { id: string; name: string }) =>
					changeNode(surroundings, id, name, (node) => ({
						...node,
						credentials: { [type]: { id: chosen, name: called } },
					}));
				await choose('All staff', credentialType, ours);
				for (const name of ['Save', 'Mark who is gone']) await choose(name, 'postgres', postgres);
				const night = async (): Promise<Execution> => {
					// The minute in which the key may ask again.
					await surroundings.pass(60_000);
					return await runPinned(surroundings, id, 'Every night at 4');
				};

				/** Everybody who was ever there, as the service showed them last. */
				const known = new Map<number, Row>();
				const good = async (): Promise<void> => {
					const run = await night();
					expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
					for (const person of service.people.values()) known.set(person.id, person);
					const rows = query(everything);
					const shown = rows.map((row) => [...COLUMNS.map((name) => row[name]), row['goneAt'] !== null]);
					const due = [...known.values()]
						.sort((one, other) => Number(one['id']) - Number(other['id']))
						.map((person) => [
							...COLUMNS.map((name) => person[name] ?? null),
							!service.people.has(Number(person['id'])),
						]);
					expect(shown).toEqual(due);
				};
				const bad = async (words: RegExp, but?: 'seenAt'): Promise<void> => {
					const rows = (): Row[] => query(everything).map((row) => ({ ...row, ...(but && { [but]: null }) }));
					const before = rows();
					const run = await night();
					expect({ status: run.status, message: run.error?.message }).toEqual({
						status: 'error',
						message: expect.stringMatching(words),
					});
					expect(rows()).toEqual(before);
				};
				const nights: Array<() => Promise<void>> = [
					good,
					async () => {
						service.edit(3, { firstName: 'O’Brien "$1" {{ 1 + 1 }} \\', mobile: null });
						service.edit(12, { email: 'new@example.com' });
						await good();
					},
					async () => {
						for (const gone of [5, 6, 24]) service.leave(gone);
						service.add(500);
						await good();
					},
					async () => {
						// A day like any other, of which the list doesn't tell all.
						service.edit(7, { lastName: 'Married' });
						service.leave(8);
						service.say = { totalRecordCount: 4000 };
						await bad(/^The list may be incomplete: \d+ records were returned, and the service counts 4000$/);
						service.say = {};
					},
					async () => {
						service.comeBack(5);
						service.comeBack(6);
						await good();
					},
					async () => {
						service.only = (person) => person <= 60;
						await bad(/^Nobody was marked as gone: 51 of 109 people .* too many at once/, 'seenAt');
						service.only = undefined;
					},
					async () => {
						service.leave(9);
						service.fails = 3;
						await bad(/Developer Key has no access to this/);
						service.fails = undefined;
					},
					async () => {
						service.comesRound = true;
						await bad(/^The service keeps sending the same page$/);
						service.comesRound = false;
					},
					async () => {
						service.only = () => false;
						await bad(/^Nobody was marked as gone: /);
						service.only = undefined;
					},
					async () => {
						service.comeBack(8);
						for (let gone = 30; gone < 48; gone++) service.leave(gone);
						await good();
					},
				];
				expect(nights).toHaveLength(10);
				for (const each of nights) await each();
			} finally {
				await together.stop();
			}
		}),
	);

/** By how many are known, and how many of them are missing tonight: whether they are marked. */
const LIMITS: ReadonlyArray<[known: number, missing: number, isMarked: boolean]> = [
	[1000, 50, true],
	[1000, 51, false],
	[100, 20, true],
	[100, 21, false],
	[6, 5, true],
	[6, 6, false],
	[0, 0, true],
];

/** More than 5 %, and more than 20, or everybody: that is never a night’s departures. */
export const marksNoMoreThanLeave = (programs: PostgresPrograms): Promise<void> =>
	withTable(programs, async (_, query) => {
		for (const [known, missing, isMarked] of LIMITS) {
			query(`TRUNCATE workforce_staff;
				INSERT INTO workforce_staff (id, "seenAt", "goneAt")
				SELECT n, CASE WHEN n <= ${missing} THEN '2026-11-01T04:00Z' ELSE '2026-11-02T04:00Z' END::timestamptz, NULL
				FROM generate_series(1, ${known}) AS n;
				INSERT INTO workforce_staff (id, "seenAt", "goneAt")
				SELECT 9000, '2026-10-01T04:00Z', '2026-10-02T04:00Z' WHERE ${known} > 0`);
			const [said] = query(
				`WITH said AS (${marking('2026-11-02T04:00Z')}) SELECT row_to_json(said) FROM said`.replace(
					// Changes stand at the top of a statement only.
					/^WITH said AS \((WITH [\s\S]*\n)(SELECT seen[\s\S]*)\) SELECT row_to_json\(said\) FROM said$/,
					'$1, said AS ($2) SELECT row_to_json(said) FROM said',
				),
			);
			const gone = query('SELECT row_to_json(staff) FROM workforce_staff AS staff WHERE "goneAt" IS NOT NULL');
			expect({ known, missing, said, gone: gone.length - Number(known > 0) }).toEqual({
				known,
				missing,
				said: {
					seen: known - missing,
					here: known,
					missing,
					tooMany: !isMarked,
					marked: isMarked ? missing : 0,
					back: 0,
				},
				gone: isMarked ? missing : 0,
			});
		}
	});
