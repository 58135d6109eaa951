// How a service may differ from the sandbox, and what the comparison is told of it.
import type { Alter } from '../support/alteredPayload.mts';

export type Row = Record<string, unknown>;

/** Where a service is, with its keys in the environment. */
export const argsFor = (url: string): string[] => [
	...['--base-url', url],
	...['--api-key-env', 'KEY'],
	...['--subscription-key-env', 'SUB'],
];

/** Other answers of one status, at paths that end so. */
export const answersAs =
	(end: string, status: number, other: ReturnType<Alter>): Alter =>
	(path, was) =>
		path.endsWith(end) && was === status ? other : undefined;

/** Other bodies of what succeeds, at paths that end so. */
export const bodiesAs =
	(end: string, change: (body: Row) => unknown): Alter =>
	(path, status, body) =>
		path.endsWith(end) && status === 200 ? { body: change(body as Row) } : undefined;

/** Other rows of lists, at paths that end so. */
export const rowsAs = (end: string, change: (row: Row, at: number) => Row): Alter =>
	bodiesAs(end, ({ data, ...rest }) => ({ ...rest, data: Array.isArray(data) ? (data as Row[]).map(change) : data }));
