// Everything that n8n writes down or shows, as texts with the place where each was found.
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'flatted';
import { listCredentials, visibleData } from '../../../kit/n8n/credentials.mts';
import type { N8nSession } from '../../../kit/n8n/rest.mts';
import { getWorkflow, listWorkflows } from '../../../kit/n8n/workflows.mts';

export interface Place {
	where: string;
	text: string;
}

/** The texts inside of something, names of fields included; list positions are left out of the place. */
function textsIn(where: string, value: unknown, seen = new Set<object>()): Place[] {
	if (typeof value === 'string') return [{ where, text: value }];
	if (typeof value !== 'object' || value === null || seen.has(value)) return [];
	seen.add(value);
	if (Array.isArray(value)) return value.flatMap((entry) => textsIn(where, entry, seen));
	return Object.entries(value).flatMap(([name, entry]) => [
		{ where: `${where} (a name)`, text: name },
		...textsIn(`${where}.${name}`, entry, seen),
	]);
}

const attempt = (read: () => unknown, otherwise: unknown): unknown => {
	try {
		return read();
	} catch {
		// Not in this format: the text as it is.
		return otherwise;
	}
};

/** Text that may be JSON, or what n8n writes executions in. */
const unfolded = (text: string, isExecution: boolean): unknown =>
	attempt(() => (isExecution ? parse(text) : JSON.parse(text)) as unknown, text);

/** Executions in full, workflows as they are exported, credentials as the editor sees them. */
export async function placesInRest(session: N8nSession): Promise<Place[]> {
	const places: Place[] = [];
	const { results } = await session.request<{ results: Array<{ id: string }> }>('GET', '/rest/executions?limit=100');
	places.push(...textsIn('list of executions', results));
	for (const { id } of results) {
		const { data, ...rest } = await session.request<{ data: string }>('GET', `/rest/executions/${id}`);
		places.push(...textsIn('execution', rest), ...textsIn('execution.data', unfolded(data, true)));
	}
	for (const { id } of await listWorkflows(session))
		places.push(...textsIn('workflow', await getWorkflow(session, id)));
	for (const credential of await listCredentials(session))
		places.push(
			...textsIn('credential', credential),
			...textsIn('credential.data', await visibleData(session, credential)),
		);
	return places;
}

/** Every column of every table. n8n must have ended. */
export function placesInDatabase(dataFolder: string): Place[] {
	const database = new DatabaseSync(path.join(dataFolder, 'database.sqlite'), { readOnly: true });
	try {
		const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
		return tables.flatMap(({ name }) => {
			const table = String(name);
			return database
				.prepare(`SELECT * FROM "${table}"`)
				.all()
				.flatMap((row) =>
					Object.entries(row).flatMap(([column, value]) => {
						const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
						const isExecution = table === 'execution_data' && column === 'data';
						return typeof text === 'string' ? textsIn(`database ${table}.${column}`, unfolded(text, isExecution)) : [];
					}),
				);
		});
	} finally {
		database.close();
	}
}

/** The other files in n8n's folder: settings, event log, binary data. */
export const placesInFiles = (dataFolder: string): Place[] =>
	fs
		.readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
		.filter((file) => !/^(nodes([\\/]|$)|database\.sqlite(-wal|-shm)?$)/.test(file))
		.filter((file) => fs.statSync(path.join(dataFolder, file)).isFile())
		.map((file) => ({ where: `file ${file}`, text: fs.readFileSync(path.join(dataFolder, file), 'latin1') }));
