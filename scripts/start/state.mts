// The state that `npm start` keeps between starts. It contains no secret: of a credential's data only a hash.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inClone } from '../../kit/lib/paths.mts';

export const userFolder = inClone('.n8n');
export const sandboxFile = inClone('.sandbox', 'service.sqlite');
export const n8nLogFile = path.join(userFolder, 'n8n.log');

/** A container keeps it elsewhere. */
const stateFile = process.env['WORKFORCE_STATE'] ?? path.join(userFolder, 'start.json');

export interface StartState {
	package?: string;
	credentials: Record<string, { id: string; hash: string }>;
	recipes: Record<string, { id: string; published: boolean }>;
}

export function readState(): StartState {
	const empty: StartState = { credentials: {}, recipes: {} };
	if (!fs.existsSync(stateFile)) return empty;
	return { ...empty, ...(JSON.parse(fs.readFileSync(stateFile, 'utf8')) as Partial<StartState>) };
}

export function writeState(state: StartState): void {
	fs.mkdirSync(path.dirname(stateFile), { recursive: true });
	fs.writeFileSync(stateFile, `${JSON.stringify(state, null, '\t')}\n`);
}

export const hashOf = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
