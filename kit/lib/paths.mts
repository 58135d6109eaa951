// Where things are in the clone. Everything else asks here, so that no other file counts `..`.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** An absolute path inside the clone. */
export const inClone = (...parts: string[]): string => path.join(root, ...parts);

export const packageName = 'n8n-nodes-workforce-operations';
