// One workflow with watch triggers in one n8n: what is in its database, the polls that n8n makes, and the runs they start.
import { PollContext } from 'n8n-core';
import {
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type IRun,
	Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import { forgetMemories } from '../../../nodes/WorkforceOperations/watch/delivery/processMemory.ts';
import { isWhole } from '../../night.mts';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { additionalDataOf, nodeTypes } from '../../../kit/core/engine.mts';

/**
 * `memory`: n8n keeps the state of a poller and saves it with a finding only. `durable`: the engine that commits each poll.
 * `cursorless`: the same without durable cursors: each poll has what was saved with the last finding.
 */
export type Engine = 'memory' | 'durable' | 'cursorless';

export const bothEngines: readonly Engine[] = ['memory', 'durable'];

/** On a change, only a few files play the durable one as well. */
export const engines: readonly Engine[] = isWhole ? bothEngines : ['memory'];

const { poll } = WorkforceOperationsWatchTrigger.prototype;

const asJson = (data: object): IDataObject => JSON.parse(JSON.stringify(data)) as IDataObject;

/** One item, with what the trigger says of it. */
export interface Reported extends IDataObject {
	watch: IDataObject & { key: string; reason: string };
}

interface Active {
	node: INode;
	context: PollContext;
	workflow: Workflow;
}

export interface Run {
	items: Reported[];
	/** Ends the run; `undefined` leaves its promise open, as a killed n8n does. */
	end(status: 'success' | 'error' | 'waiting'): void;
}

export const watchNode = (parameters: IDataObject, changes: Partial<INode> = {}): INode => ({
	id: 'watch-1',
	name: 'Watch',
	type: 'n8n-nodes-workforce-operations.workforceOperationsWatchTrigger',
	typeVersion: 1.2,
	position: [0, 0],
	parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters } as INode['parameters'],
	credentials: { workforceOperationsApi: { id: '1', name: 'c' } },
	...changes,
});

/** So many rows a page, as the editor stores it. */
export const pageSize = (rows: number, name = 'pageSize'): IDataObject => ({
	parameters: [{ name, value: String(rows) }],
});

/** Lets everything that is due run, so that the end of a run has reached the trigger. */
export const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

export class WatchHost {
	instanceId = 'instance-1';

	workflowId = 'workflow-1';

	timeZone = 'UTC';

	/** What the database holds: by the node’s name in memory, by its id in the durable engine. */
	database: IDataObject = {};

	log: string[] = [];

	/** Errors that were told as failed executions. */
	told: string[] = [];

	/** Runs that were started, in order. */
	runs: Run[] = [];

	/** What becomes of a run; none leaves it open. */
	outcome: (run: Run) => 'success' | 'error' | 'waiting' | undefined = () => 'success';

	/** Happens before each request of the trigger. */
	onRequest: () => void | Promise<void> = () => undefined;

	/** The time that n8n gives a poll in memory. */
	budgetMs = 300_000;

	/** As in a version of n8n that knows no promise. */
	offersPromise = true;

	/** Takes no run whose end is to be told. */
	refusesPromise = false;

	private readonly engine: Engine;

	readonly store: CredentialStore;

	/** The published triggers, by the ids of their nodes. */
	private active = new Map<string, Active>();

	constructor(engine: Engine, store: CredentialStore) {
		this.engine = engine;
		this.store = store;
		const { authenticate } = store;
		store.authenticate = async (...given) => {
			await this.onRequest();
			return await authenticate.apply(store, given);
		};
	}

	private workflow(nodes: INode[]): Workflow {
		const staticData = this.engine === 'durable' ? {} : asJson(this.database);
		return new Workflow({
			id: this.workflowId,
			nodes,
			connections: {},
			active: true,
			nodeTypes,
			staticData,
			settings: { timezone: this.timeZone },
		});
	}

	/** The object that a poll is called with. `cursor` is the durable engine’s copy of the state. */
	private context(
		node: INode,
		workflow: Workflow,
		mode: 'trigger' | 'manual',
		activation: WorkflowActivateMode,
		cursor?: IDataObject,
		isTick = false,
	): PollContext {
		const emit: IPollFunctions['__emit'] = (data, _response, done) => {
			if (this.refusesPromise && done !== undefined) throw new Error('not now');
			this.save(node, workflow, cursor);
			this.start(data, done);
		};
		const context = new PollContext(
			workflow,
			node,
			additionalDataOf(this.store, node),
			mode,
			activation,
			emit,
			(error) => void this.told.push(error.message),
			undefined,
			undefined,
			cursor === undefined ? undefined : () => cursor,
			() => (isTick ? 36_000 : this.budgetMs),
		);
		if (!this.offersPromise) Object.assign(context.helpers, { createDeferredPromise: undefined });
		context.getInstanceId = () => this.instanceId;
		const write = (level: string) => (line: string) => void this.log.push(`${level} ${line}`);
		Object.defineProperty(context, 'logger', {
			value: { error: write('error'), warn: write('warn'), info: write('info'), debug: () => undefined },
		});
		return context;
	}

	private save(node: INode, workflow: Workflow, cursor?: IDataObject): void {
		if (cursor === undefined) this.database = asJson({ ...workflow.staticData });
		else this.database = { ...this.database, [node.id]: asJson(cursor) };
	}

	private start(data: INodeExecutionData[][], done?: { resolve: (run: IRun | undefined) => void }): void {
		const run: Run = {
			items: data.flat().map(({ json }) => json as Reported),
			end: (status) => done?.resolve({ status, data: { resultData: { runData: {} } } } as unknown as IRun),
		};
		this.runs.push(run);
		const outcome = this.outcome(run);
		if (outcome !== undefined) run.end(outcome);
	}

	/**
	 * n8n activates these triggers: a first poll of each, whose error ends the publishing. What is activated at once shares
	 * n8n's copy of the static data; a trigger that is activated alone has a copy of its own.
	 */
	async activate(nodes: INode | INode[], activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const all = [nodes].flat();
		const workflow = this.workflow(all);
		for (const node of all) await this.activateOne(node, workflow, activation);
	}

	private async activateOne(node: INode, workflow: Workflow, activation: WorkflowActivateMode): Promise<void> {
		const cursor = this.engine === 'durable' ? asJson((this.database[node.id] as IDataObject) ?? {}) : undefined;
		const context = this.context(node, workflow, 'trigger', activation, cursor);
		this.active.set(node.id, { node, context, workflow });
		const result = await poll.call(context);
		if (result) this.emitPlain(context, result);
		// The durable engine loses what the activation’s poll changed without a finding.
		if (this.engine === 'memory') this.save(node, workflow);
		await settled();
	}

	private emitPlain(context: PollContext, result: INodeExecutionData[][]): void {
		context.__emit(result);
	}

	/** One poll of the schedule of one node; its error is a failed execution. Returns the items of all runs that it started. */
	async tick(nodeId = [...this.active.keys()][0]): Promise<Reported[]> {
		const active = this.active.get(nodeId ?? '');
		if (active === undefined) throw new Error('not published');
		const before = this.runs.length;
		const { node, workflow } = active;
		const cursor = this.engine === 'durable' ? asJson((this.database[node.id] as IDataObject) ?? {}) : undefined;
		const context =
			this.engine === 'memory'
				? active.context
				: this.context(node, this.workflow([node]), 'trigger', 'update', cursor, true);
		try {
			const result = await poll.call(context);
			if (result) this.emitPlain(context, result);
			else if (cursor !== undefined) this.save(node, workflow, cursor);
		} catch (error) {
			this.told.push((error as Error).message);
		}
		await settled();
		return this.runs.slice(before).flatMap(({ items }) => items);
	}

	/** n8n ends without warning and starts again: runs that have not ended are forgotten. */
	async restart(): Promise<void> {
		forgetMemories();
		await this.startAgain();
	}

	/** What n8n does for this workflow when it starts, after a death of the process that took all of them. */
	async startAgain(): Promise<void> {
		const nodes = [...this.active.values()].map(({ node }) => node);
		if (nodes.length === 0) throw new Error('not published');
		if (this.engine === 'memory') await this.activate(nodes, 'init');
	}

	/** n8n unpublishes the workflow. */
	unpublish(): void {
		this.active.clear();
	}

	/** “Fetch Test Event”. */
	async fetchTestEvent(node: INode): Promise<Reported[]> {
		const result = await poll.call(this.context(node, this.workflow([node]), 'manual', 'manual'));
		return (result ?? []).flat().map(({ json }) => json as Reported);
	}
}
