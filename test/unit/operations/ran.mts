import {
	Hints,
	type ItemOperation,
	type Operation,
	type Outcome,
} from '../../../nodes/WorkforceOperations/operations/types.ts';
import { formOf } from '../form/support.mts';
import { fakeConnection, type Sent } from '../transport/support.mts';

interface Ran {
	outcomes: Outcome[];
	/** `GET /path?query`, undecoded but for the names and values. */
	requests: string[];
	hints: string[];
}

const short = ({ method, path, query }: Sent): string =>
	`${method} ${path}${Object.entries(query)
		.map(([name, value], index) => `${index === 0 ? '?' : '&'}${name}=${value}`)
		.join('')}`;

const isItemOperation = (operation: Operation): operation is ItemOperation => 'run' in operation;

/** Empty lists; a record where one is asked for. */
const nothing = (request: string): unknown => ({
	data: /reportdata|staffs\/search|\/timesheets\/\w/.test(request) ? { any: 1 } : [],
	status: { code: 0 },
});

/** Runs an operation for one item whose form holds `values`; the service answers with what `answer` makes of a request. */
export async function ran(
	operation: Operation,
	values: Record<string, unknown>,
	answer: (request: string, count: number) => unknown = nothing,
	{ continueOnFail = false } = {},
): Promise<Ran> {
	if (!isItemOperation(operation)) throw new Error(`${operation.value} runs for all items at once`);
	const { connection, sent } = fakeConnection((request, count) => ({
		body: answer(short(request), count),
		headers: { 'content-type': 'application/json' },
	}));
	const form = formOf(values, { timeZone: 'UTC' });
	const hints = new Hints();
	const context = {
		...form.context,
		continueOnFail: () => continueOnFail,
		getNode: () => form.node,
	} as typeof form.context;
	const outcomes = await operation.run({ ...form, context, connection, hints, resources: [] });
	return { outcomes, requests: sent.map(short), hints: hints.all.map(({ message }) => message) };
}
