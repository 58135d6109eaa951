import { HookContext } from 'n8n-core';
import {
	type IDataObject,
	type IHookFunctions,
	type INode,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	Workflow,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import {
	readRegistration,
	type Registration,
} from '../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { additionalDataOf, nodeTypes } from '../../../kit/core/engine.mts';

/** What becomes of static data on its way into the database and back. */
const asJson = (data: object): IDataObject => JSON.parse(JSON.stringify(data)) as IDataObject;

/** How n8n treats triggers: `loop` up to 2.39 (ActiveWorkflowManager), `service` from 2.40 on (publication service). */
export type Generation = 'loop' | 'service';

export const generations: readonly Generation[] = ['loop', 'service'];

export const triggerNode = (parameters: IDataObject, changes: Partial<INode> = {}): INode => ({
	id: 'node-1',
	name: 'Trigger',
	type: 'n8n-nodes-workforce-operations.workforceOperationsTrigger',
	typeVersion: 1.1,
	position: [0, 0],
	webhookId: 'hook-1',
	parameters: parameters as INode['parameters'],
	credentials: { workforceOperationsApi: { id: '1', name: 'c' } },
	...changes,
});

/** One workflow in one n8n: what is in its database, and the calls that n8n makes. */
export class Host {
	instanceId = 'instance-1';

	baseUrl = 'https://n8n.example.com/';

	workflowId = 'workflow-1';

	generation: Generation;

	/** What the database holds of the workflow's static data. */
	database: IDataObject = {};

	/** What n8n wrote into its log, level first. */
	log: string[] = [];

	readonly type = new WorkforceOperationsTrigger();

	private readonly stores: Record<string, CredentialStore>;

	/** `stores` by the names of nodes; the one called `*` serves all others. */
	constructor(generation: Generation, stores: Record<string, CredentialStore>) {
		this.generation = generation;
		this.stores = stores;
	}

	additionalData(node: INode): IWorkflowExecuteAdditionalData {
		const store = this.stores[node.name] ?? this.stores['*'];
		if (store === undefined) throw new Error(`no credential for ${node.name}`);
		return {
			...additionalDataOf(store, node),
			webhookBaseUrl: `${this.baseUrl}webhook`,
			webhookTestBaseUrl: `${this.baseUrl}webhook-test`,
		};
	}

	workflow(nodes: INode[], staticData: IDataObject): Workflow {
		return new Workflow({ id: this.workflowId, nodes, connections: {}, active: true, nodeTypes, staticData });
	}

	hook(
		workflow: Workflow,
		node: INode,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
		isTest = false,
	): IHookFunctions {
		const data = {
			isTest,
			node: node.name,
			path: `${node.webhookId}/webhook`,
			httpMethod: 'POST',
			workflowId: this.workflowId,
		} as unknown as IWebhookData;
		const context = new HookContext(workflow, node, this.additionalData(node), mode, activation, data);
		context.getInstanceId = () => this.instanceId;
		const write = (level: string) => (line: string) => void this.log.push(`${level} ${line}`);
		Object.defineProperty(context, 'logger', {
			value: { error: write('error'), warn: write('warn'), info: write('info'), debug: () => undefined },
		});
		return context;
	}

	/** What the database holds of the trigger's registration. */
	registration(nodeName = 'Trigger'): Registration | undefined {
		const staticData = (this.database[`node:${nodeName}`] ?? {}) as IDataObject;
		return readRegistration({ getWorkflowStaticData: () => staticData });
	}

	private save(workflow: Workflow): void {
		this.database = asJson({ ...workflow.staticData });
	}

	/** checkExists, and create if that says no. */
	async ensure(context: IHookFunctions): Promise<void> {
		const { checkExists, create } = this.type.webhookMethods.default;
		if (!(await checkExists.call(context))) await create.call(context);
	}

	/** Publishes as n8n does. Rejects with what the user is told. */
	async publish(nodes: INode[], activation: WorkflowActivateMode = 'activate'): Promise<void> {
		await (this.generation === 'loop' ? this.publishLoop(nodes, activation) : this.publishService(nodes, activation));
	}

	private async publishLoop(nodes: INode[], activation: WorkflowActivateMode): Promise<void> {
		const workflow = this.workflow(nodes, asJson(this.database));
		for (const node of nodes) {
			try {
				await this.ensure(this.hook(workflow, node, 'trigger', activation));
			} catch (error) {
				// The database's static data, not that of the failed attempt.
				await this.unpublish(nodes);
				throw error;
			}
		}
		this.save(workflow);
	}

	private async publishService(nodes: INode[], activation: WorkflowActivateMode): Promise<void> {
		const workflow = this.workflow(nodes, asJson(this.database));
		const results = await Promise.allSettled(
			nodes.map(async (node) => {
				for (let attempt = 1; ; attempt++) {
					try {
						await this.ensure(this.hook(workflow, node, 'trigger', activation));
						return;
					} catch (error) {
						await this.clearAfterFailure(workflow, node);
						if (attempt === 5) throw error;
						await clock.sleep(1000 * 2 ** (attempt - 1));
					}
				}
			}),
		);
		this.save(workflow);
		const failed = results.find((result) => result.status === 'rejected');
		if (failed) throw failed.reason;
	}

	private async clearAfterFailure(workflow: Workflow, node: INode): Promise<void> {
		try {
			await this.type.webhookMethods.default.delete.call(this.hook(workflow, node, 'internal', 'update'));
			this.save(workflow);
		} catch (error) {
			this.log.push(`error Could not remove webhook: ${(error as Error).message}`);
		}
	}

	/** Unpublishes as n8n does; `told` is what reaches the user, in the editor or the log. */
	async unpublish(nodes: INode[]): Promise<{ told: string[] }> {
		return this.generation === 'loop' ? await this.clearWebhooks(nodes) : await this.unpublishService(nodes);
	}

	/** Has the name of n8n's own function, and its loop that ends at the first error. */
	private async clearWebhooks(nodes: INode[]): Promise<{ told: string[] }> {
		const workflow = this.workflow(nodes, asJson(this.database));
		try {
			for (const node of nodes)
				await this.type.webhookMethods.default.delete.call(this.hook(workflow, node, 'internal', 'update'));
		} catch (error) {
			return { told: [(error as Error).message] };
		}
		this.save(workflow);
		return { told: this.log.filter((line) => line.startsWith('error')) };
	}

	private async unpublishService(nodes: INode[]): Promise<{ told: string[] }> {
		const workflow = this.workflow(nodes, asJson(this.database));
		const told: string[] = [];
		await Promise.all(
			nodes.map(async (node) => {
				for (let attempt = 1; attempt <= 3; attempt++) {
					try {
						await this.type.webhookMethods.default.delete.call(this.hook(workflow, node, 'internal', 'update'));
						return;
					} catch (error) {
						if (attempt === 3) told.push((error as Error).message);
					}
				}
			}),
		);
		this.save(workflow);
		return { told };
	}

	/** Publishes another version of a published workflow. */
	async republish(before: INode[], after: INode[]): Promise<void> {
		await this.unpublish(before);
		await this.publish(after, 'update');
	}

	/** n8n ends and starts again: up to 2.39 it asks every trigger, later none. */
	async restart(nodes: INode[]): Promise<void> {
		forgetRegistrations();
		if (this.generation === 'loop') await this.publish(nodes, 'init');
	}

	/** Begins test listening, and returns what ends it and the static data that it works with. */
	async listen(node: INode): Promise<{ staticData: IDataObject; end: () => Promise<void> }> {
		const workflow = this.workflow([node], {});
		try {
			await this.ensure(this.hook(workflow, node, 'manual', 'manual', true));
		} catch (error) {
			await this.type.webhookMethods.default.delete.call(this.hook(workflow, node, 'internal', 'update', true));
			throw error;
		}
		const staticData = asJson({ ...workflow.staticData });
		return {
			staticData,
			end: async () => {
				const later = this.workflow([node], staticData);
				await this.type.webhookMethods.default.delete.call(this.hook(later, node, 'internal', 'update', true));
			},
		};
	}
}
