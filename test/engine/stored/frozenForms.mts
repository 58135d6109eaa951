// What a version of the package stores, and what it made of it itself: that of today in today.json, those of published versions in
// test/stored, a file each.
import fs from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { inClone } from '../../../kit/lib/paths.mts';
import type { WorkflowNode } from '../../../kit/n8n/workflows.mts';
import type { KeyName } from '../../../sandbox/core/keys.mts';
import type { ListedRecord } from './watched.mts';

/** One watch trigger: its state, and what the service showed before and after. */
export interface FrozenWatch {
	event: string;
	key: KeyName;
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

export interface Stored {
	/** By the name of what happened. */
	watch: Record<string, FrozenWatch>;
	registrations: Record<string, FrozenRegistration>;
	deduplication: Record<string, FrozenDeduplication>;
	credentials: Record<string, FrozenCredential>;
}

/** Of a published version also the forms: those of today are in `test/unit/rules/table.txt`. */
export interface FrozenVersion extends Stored {
	recipes: Record<string, FrozenNode[]>;
	/** What may be stored of each node: its fields and their choices. */
	forms: Record<string, string[]>;
}

export const todayFile = inClone('test', 'engine', 'stored', 'today.json');

const frozenFolder = inClone('test', 'stored');

export const frozenFile = (version: string): string => path.join(frozenFolder, `${version}.json`);

/** What the package of today stores, for tests that damage it. */
export const storedToday = (): Stored => JSON.parse(fs.readFileSync(todayFile, 'utf8')) as Stored;

/** … and what each published version has stored: nothing, before the first release. */
export const storedByVersions = (): Array<[version: string, stored: Stored & Partial<FrozenVersion>]> => {
	const files = fs.existsSync(frozenFolder) ? fs.readdirSync(frozenFolder) : [];
	const versions = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
	return [
		['today', storedToday()],
		...versions.map((version): [string, FrozenVersion] => [
			version,
			JSON.parse(fs.readFileSync(frozenFile(version), 'utf8')) as FrozenVersion,
		]),
	];
};

/** As JSON, an entry a line. */
export function asText(stored: object): string {
	const block = (lines: string[]): string => `{\n${lines.join(',\n')}\n}`;
	const kinds = Object.entries(stored).map(([kind, entries]) => {
		const lines = Object.entries(entries as object).map(
			([name, entry]) => `${JSON.stringify(name)}: ${JSON.stringify(entry)}`,
		);
		return `${JSON.stringify(kind)}: ${block(lines)}`;
	});
	return `${block(kinds)}\n`;
}
