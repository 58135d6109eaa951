// Redis and PostgreSQL: installed ones, or ones that may be installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface PostgresPrograms {
	initdb: string;
	postgres: string;
	psql: string;
}

export interface Programs extends PostgresPrograms {
	redis: string;
}

interface Look<Found> {
	found?: Found;
	missing: string[];
}

/** Where Debian keeps the programs of PostgreSQL, the newest version first. */
function postgresFolders(): string[] {
	const base = '/usr/lib/postgresql';
	const versions = fs.existsSync(base) ? fs.readdirSync(base) : [];
	return versions
		.sort((left, right) => right.localeCompare(left, 'en', { numeric: true }))
		.map((version) => path.join(base, version, 'bin'));
}

function find(name: string, more: string[] = []): string | undefined {
	const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
	return [...more, ...folders].map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

function lookForPostgres(): Look<PostgresPrograms> {
	const folder = postgresFolders().find((each) => fs.existsSync(path.join(each, 'initdb')));
	const [initdb, postgres, psql] = ['initdb', 'postgres', 'psql'].map((name) => find(name, folder ? [folder] : []));
	return initdb && postgres && psql ? { found: { initdb, postgres, psql }, missing: [] } : { missing: ['postgresql'] };
}

function lookForBoth(): Look<Programs> {
	const redis = find('redis-server');
	const { found, missing } = lookForPostgres();
	if (redis && found) return { found: { redis, ...found }, missing: [] };
	return { missing: [...(redis ? [] : ['redis-server']), ...missing] };
}

/** Servers are installed only on a test machine, or with the owner's consent. */
const mayInstall = (): boolean =>
	Boolean(process.env['CI'] || process.env['WORKFORCE_INSTALL'] === '1') &&
	process.getuid?.() === 0 &&
	fs.existsSync('/usr/bin/apt-get');

function install(packages: string[]): void {
	const options = {
		env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
		stdio: 'ignore' as const,
		timeout: 300_000,
	};
	spawnSync('apt-get', ['update', '-qq'], options);
	spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

/** Jest needs the list of tests synchronously, so the install is synchronous. */
function provide<Found>(look: () => Look<Found>): Look<Found> {
	const { found, missing } = look();
	if (found || !mayInstall()) return { found, missing };
	install(missing);
	return look();
}

export const providePrograms = (): Look<Programs> => provide(lookForBoth);

export const providePostgres = (): Look<PostgresPrograms> => provide(lookForPostgres);
