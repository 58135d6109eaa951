// What lies in a folder of test/stored: what one published version of the package has stored, and what it made of it itself.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { inClone } from '../../../kit/lib/paths.mts';
import type { WorkflowNode } from '../../../kit/n8n/workflows.mts';
import type { KeyName } from '../../../sandbox/core/keys.mts';
import type { ListedRecord } from './watched.mts';

/** One watch trigger: its state, and what the service showed before and after. */
export interface FrozenWatch {
	event: string;
	key: Exclude<KeyName, `scoped${string}`>;
	parameters: IDataObject;
	/** When the state was saved, and when the trigger went on from it (epoch milliseconds). */
	savedAt: number;
	wentOnAt: number;
	/** What n8n stored for the node. */
	stored: IDataObject;
	records: ListedRecord[];
	/** What it had reported by then. */
	reported: string[];
	/** What its own version reported next, after a restart: “(redelivered)” behind what it handed over again. */
	next: string[];
	/** … and with one poll two hours later. */
	later: string[];
}

/** One webhook trigger: its registration, and what the service held of it. */
export interface FrozenRegistration {
	savedAt: number;
	parameters: IDataObject;
	/** Its public address of n8n. */
	baseUrl: string;
	/** The fields of its credential, by the sandbox's keys. */
	credential: IDataObject;
	stored: IDataObject;
	/** At the service, the first made first. */
	subscribers: Array<{ id: string; isActive: boolean }>;
	subscriptions: Array<{ id: string; subscriberId: string; event: string; uri: string; isActive: boolean }>;
}

/** A trigger that has passed deliveries on: what n8n's store of texts holds, and those deliveries. */
export interface FrozenDeduplication {
	savedAt: number;
	parameters: IDataObject;
	keys: string[];
	/** As they came out of `webhook()`, the first first. */
	passed: IDataObject[];
}

export interface FrozenCredential {
	savedAt: number;
	/** Decrypted; n8n encrypts all of it by its own key. */
	data: IDataObject;
	/** Which of the sandbox's keys the requests of each area went by. */
	keys: Record<string, string>;
}

/** A node in a workflow, with what is stored of its form. */
export type FrozenNode = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'>;

export interface FrozenFolder {
	/** Name of the file without its ending → what it holds. */
	watch: Record<string, FrozenWatch>;
	registrations: Record<string, FrozenRegistration>;
	deduplication: Record<string, FrozenDeduplication>;
	credentials: Record<string, FrozenCredential>;
	workflows: Record<string, FrozenNode[]>;
}

const storedFolder = inClone('test', 'stored');

const kinds = ['watch', 'registrations', 'deduplication', 'credentials', 'workflows'] as const;

/** The versions of which a folder lies there, the newest last. */
export const frozenVersions = (): string[] =>
	fs
		.readdirSync(storedFolder, { withFileTypes: true })
		.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
		.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

export function readFolder(version: string): FrozenFolder {
	const read = (kind: string): Record<string, never> =>
		Object.fromEntries(
			fs
				.readdirSync(`${storedFolder}/${version}/${kind}`)
				.filter((file) => file.endsWith('.json'))
				.map((file) => [
					file.slice(0, -'.json'.length),
					JSON.parse(fs.readFileSync(`${storedFolder}/${version}/${kind}/${file}`, 'utf8')) as never,
				]),
		);
	return Object.fromEntries(kinds.map((kind) => [kind, read(kind)])) as unknown as FrozenFolder;
}

/** The last of them: what the package stores, for tests that damage it. */
export const newestFolder = (): FrozenFolder => readFolder(frozenVersions().at(-1) ?? '');

const CHECKSUM = 'checksum';

/** Of all that a folder holds, and as it was when the folder was written. */
export function checksumsOf(version: string): { now: string; written: string } {
	const home = `${storedFolder}/${version}`;
	const files = fs
		.readdirSync(home, { recursive: true, encoding: 'utf8' })
		.map((file) => file.replaceAll('\\', '/'))
		.filter((file) => file.endsWith('.json'))
		.sort();
	const hash = createHash('sha256');
	for (const file of files)
		hash.update(`${file}\n${fs.readFileSync(`${home}/${file}`, 'utf8').replaceAll('\r\n', '\n')}`);
	const written = fs.existsSync(`${home}/${CHECKSUM}`) ? fs.readFileSync(`${home}/${CHECKSUM}`, 'utf8').trim() : '';
	return { now: hash.digest('hex'), written };
}

/** Writes a folder that isn't there yet: what a version has stored doesn't change any more. */
export function writeFolder(version: string, folder: FrozenFolder): void {
	const home = `${storedFolder}/${version}`;
	if (fs.existsSync(home)) throw new Error(`test/stored/${version} is there already, and frozen.`);
	for (const kind of kinds) {
		fs.mkdirSync(`${home}/${kind}`, { recursive: true });
		for (const [name, content] of Object.entries(folder[kind]))
			fs.writeFileSync(`${home}/${kind}/${name}.json`, `${JSON.stringify(content, null, '\t')}\n`);
	}
	fs.writeFileSync(`${home}/${CHECKSUM}`, `${checksumsOf(version).now}\n`);
}
