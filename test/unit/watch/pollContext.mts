// What n8n hands to a poll, as far as a test needs it: everything that is said is kept.
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

export interface Told {
	context: IPollFunctions;
	/** Lines of the log, with their levels. */
	log: string[];
	/** Errors that became failed executions. */
	errors: Error[];
	/** Items of the runs that were started, and how each of them ends. */
	runs: Array<{ items: INodeExecutionData[][]; resolve: (run: unknown) => void; reject: (error: Error) => void }>;
}

interface Place {
	instance?: string;
	workflow?: string | undefined;
	node?: string;
	activation?: string;
	/** n8n’s time for a poll; older versions name none. */
	budgetMs?: number;
	/** n8n takes no items. */
	refuses?: Error;
}

interface Deferred<Result> {
	promise: Promise<Result>;
	resolve: (result: Result) => void;
	reject: (error: Error) => void;
}

/** A promise that ends when the test says so. */
export function deferred<Result = unknown>(): Deferred<Result> {
	const made: Partial<Deferred<Result>> = {};
	const promise = new Promise<Result>((resolve, reject) => Object.assign(made, { resolve, reject }));
	return Object.assign(made, { promise }) as Deferred<Result>;
}

export function pollContext(place: Place = {}): Told {
	const told: Omit<Told, 'context'> = { log: [], errors: [], runs: [] };
	const { instance = 'instance', node = 'node', activation = 'update', budgetMs, refuses } = place;
	const write = (level: string) => (line: string) => void told.log.push(`${level} ${line}`);
	const context = {
		getInstanceId: () => instance,
		getWorkflow: () => ({ id: 'workflow' in place ? place.workflow : 'workflow' }),
		getNode: () => ({ id: node, name: 'Watch', type: 't', typeVersion: 1, position: [0, 0], parameters: {} }),
		getActivationMode: () => activation,
		getWorkflowStaticData: () => ({}),
		...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
		logger: { error: write('error'), warn: write('warn'), info: write('info') },
		helpers: { createDeferredPromise: deferred },
		__emit: (items: INodeExecutionData[][], _: unknown, done: Deferred<unknown>) => {
			if (refuses !== undefined) throw refuses;
			told.runs.push({ items, resolve: done.resolve, reject: done.reject });
		},
		__emitError: (error: Error) => void told.errors.push(error),
	};
	return { ...told, context: context as unknown as IPollFunctions };
}
