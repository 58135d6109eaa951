import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { endpoints } from '../contract';
import { itemOfExecution } from '../form/item';
import { type Agent, asNodeError, settle, connect, type Connection, OutageDetector, usageOf } from '../transport';
import { logAbout } from '../transport/log';
import {
	type BatchOperation,
	Hints,
	type ItemOperation,
	type Operation,
	type OperationItem,
	type Outcome,
	type Resource,
	type RowResult,
} from './types';
import { errorItem, messageAbout, notSentError, reportProgress, rowName, sheetRows } from './runReport';
import { agentOf, batchToldToAgent, errorForAgent, toldToAgent } from './agents';
import { continueFromField, Continuing } from './continuing';
import { READS_AT_ONCE, runItems } from './concurrency';
import { runWithNames } from './namesTaken';
import { AgentView, kindOf, refusePseudonyms } from './shownToAgent';
import { tableOf } from './table';

const isRead = ({ endpoint }: Operation): boolean => endpoint !== undefined && endpoints[endpoint].method === 'GET';

/** Replaces undefined with null, because n8n's editor would show the word “undefined”. */
const withNulls = (json: IDataObject): IDataObject =>
	Object.values(json).includes(undefined)
		? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, value ?? null]))
		: json;

/**
 * The items of a result, paired with its input item. Results after those of the input items are paired with none. With
 * a single input item, n8n would pair them with it, so they get an empty pairing.
 */
function itemsOf(outcomes: Outcome[], index: number, count: number): INodeExecutionData[] {
	const pairing = index < count ? { pairedItem: { item: index } } : count === 1 ? { pairedItem: [] } : {};
	return outcomes.map(({ json, binary }) => ({ json: withNulls(json), ...(binary ? { binary } : {}), ...pairing }));
}

const rowsOf = (result: RowResult): Outcome[] => ('outcomes' in result ? result.outcomes.filter(({ row }) => row) : []);

/** Gives the flat rows of a run the same columns. If that is impossible, each item that has rows fails. */
async function asTable(results: RowResult[], context: IExecuteFunctions): Promise<RowResult[]> {
	const rows = results.flatMap(rowsOf);
	const tried = await settle(tableOf(rows.map(({ json }) => json)));
	if ('error' in tried) {
		const hasRows = (result: RowResult): boolean => rowsOf(result).length > 0;
		if (!context.continueOnFail()) throw asNodeError(context.getNode(), tried.error, results.findIndex(hasRows));
		return results.map((result) => (hasRows(result) ? tried : result));
	}
	rows.forEach((row, index) => (row.json = tried.result[index] ?? row.json));
	return results;
}

/** Shared by all items of a run. */
interface Run {
	context: IExecuteFunctions;
	connecting: Promise<Connection>;
	hints: Hints;
	resources: readonly Resource[];
	agent?: Agent;
	view?: AgentView;
}

/** Reads the credential once per run: n8n resolves its expressions for the first item anyway. */
function startRun(context: IExecuteFunctions, resources: readonly Resource[]): Run {
	const agent = agentOf(context.getNode());
	const view = agent && new AgentView(context.getNode());
	const connecting = connect(context).then((connection) => {
		if (view === undefined) return connection;
		refusePseudonyms(context.getNode());
		view.details = connection.settings.details;
		return Object.assign(connection, { agent });
	});
	// Attach a handler now, so that an early rejection isn't reported as unhandled. The error is thrown where it is
	// awaited.
	connecting.catch(() => undefined);
	return { context, connecting, hints: new Hints(), resources, agent, view };
}

async function operationItem(run: Run, itemIndex: number): Promise<OperationItem> {
	const connection = await run.connecting;
	const { context, hints, resources, view } = run;
	hints.longNumbers = connection.run.longNumbers;
	return Object.assign(itemOfExecution(context, itemIndex), { connection, hints, resources, view });
}

/**
 * Returns what the agent's model may see of the finished items. This is the last step; every result passes through it.
 */
function seenByAgent({ view, hints }: Run, operation: Operation, items: INodeExecutionData[]): INodeExecutionData[] {
	if (view === undefined) return items;
	const kind = operation.endpoint && kindOf(endpoints[operation.endpoint]);
	// A key check uses another resource's endpoint, and its result has no text by other people.
	const isOwn = operation.value === 'check';
	const told = isRead(operation) && !isOwn ? hints.all.map(({ message }) => message) : undefined;
	return items.map((item, index) => ({
		...item,
		json: view.answer(item.json, isOwn ? 'apiKey' : kind, index === 0 ? told : undefined),
	}));
}

/**
 * Runs reads concurrently and writes one after another. The error of a write that stops the run lists which items were
 * written.
 */
async function runOneByOne(run: Run, operation: ItemOperation, count: number): Promise<RowResult[]> {
	const { context } = run;
	const keepGoing = context.continueOnFail();
	// Without this, hundreds of items would each wait for timeouts and retries during an outage, for days in all.
	const outage = new OutageDetector();
	const sheet = sheetRows(context.getInputData());
	const runOne = async (index: number): Promise<Outcome[]> => {
		const item = await operationItem(run, index);
		if (run.agent === undefined || !isRead(operation)) return await operation.run(item);
		if (operation.fields.includes(continueFromField)) {
			item.continuing = new Continuing(operation, item, item.connection.settings);
			item.period = item.continuing.position?.period;
		}
		return await runWithNames(operation, item);
	};
	const results: Array<RowResult | undefined> = Array.from({ length: count }, () => undefined);
	await runItems(results, isRead(operation) ? READS_AT_ONCE : 1, async (_, index) => {
		const ran = await outage.unlessOutage(
			async () => await runOne(index),
			() => notSentError(itemOfExecution(context, index)),
		);
		const result: RowResult =
			'result' in ran ? { outcomes: ran.result, unknown: ran.result.some(({ unknown }) => unknown) } : ran;
		const tried = run.agent && !isRead(operation) ? toldToAgent(run.agent, result) : result;
		results[index] = tried;
		if ('outcomes' in tried) return;
		const { about } = operation;
		const who = about && count > 1 ? await settle((async () => about(await operationItem(run, index)))()) : undefined;
		const row = who && 'result' in who ? rowName(index, who.result, sheet) : undefined;
		results[index] = { ...tried, row };
		if (keepGoing) return;
		const error = asNodeError(context.getNode(), tried.error, index);
		error.message = messageAbout(error.message, row);
		// Reads are idempotent; no progress report needed.
		if (count > 1 && !isRead(operation)) reportProgress(error, results, [], sheet);
		throw error;
	});
	return results.map((result) => result ?? { outcomes: [] });
}

async function runInBatches(run: Run, operation: BatchOperation, count: number): Promise<RowResult[]> {
	const { context, agent } = run;
	const keepGoing = context.continueOnFail();
	try {
		const items: OperationItem[] = [];
		for (let index = 0; index < count; index++) items.push(await operationItem(run, index));
		if (agent === undefined || isRead(operation)) return await operation.runAll(items, keepGoing);
		return batchToldToAgent(agent, await operation.runAll(items, true), keepGoing);
	} catch (error) {
		// An error that concerns all items, such as a wrong credential, is thrown before anything is sent.
		if (!keepGoing) throw asNodeError(context.getNode(), error, 0);
		return Array.from({ length: count }, () => ({ error }));
	}
}

/** An error as n8n shows it best or, for a tool, as the agent's model reads it. */
function errorOf({ context, view }: Run, error: unknown, index: number): NodeApiError | NodeOperationError {
	const failed = asNodeError(context.getNode(), error, index);
	return view === undefined ? failed : errorForAgent(failed, view);
}

async function executed(run: Run, operation: Operation): Promise<INodeExecutionData[]> {
	const { context } = run;
	const count = context.getInputData().length;
	const results =
		'runAll' in operation ? await runInBatches(run, operation, count) : await runOneByOne(run, operation, count);
	const connected = await settle(run.connecting);
	if ('result' in connected) run.hints.used(usageOf(connected.result));
	context.addExecutionHints(...run.hints.all);
	const { ofLists, lines, summary } = run.hints;
	if (summary !== undefined) logAbout(context, ': ').info(summary);
	for (const words of context.getMode() === 'manual' ? [] : [ofLists ?? [], lines.all].flat())
		logAbout(context, ': ').warn(words);
	// A model needs no columns. Its view must check nested values before they become text.
	const output = run.view === undefined ? await asTable(results, context) : results;
	const items = output.flatMap((result, index) =>
		'outcomes' in result
			? itemsOf(result.outcomes, index, count)
			: [errorItem(errorOf(run, result.error, index), index, result.row)],
	);
	return seenByAgent(run, operation, items);
}

/** Runs an operation for all input items. With Continue On Fail each failed item becomes an item with its error. */
export async function execute(
	context: IExecuteFunctions,
	operation: Operation,
	resources: readonly Resource[],
): Promise<INodeExecutionData[]> {
	const run = startRun(context, resources);
	const ran = await settle(executed(run, operation));
	if ('result' in ran) return ran.result;
	throw run.view === undefined ? ran.error : errorOf(run, ran.error, 0);
}
