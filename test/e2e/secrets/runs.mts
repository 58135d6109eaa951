// What is done before the search: a bit of everything with which keys, tokens and secrets come into contact.
import { randomUUID } from 'node:crypto';
import { waitFor } from '../../../kit/lib/wait.mts';
import {
	createCredential,
	testCredential,
	type CredentialData,
	type SavedCredential,
} from '../../../kit/n8n/credentials.mts';
import { finished, listExecutions, runByHand, type Execution } from '../../../kit/n8n/executions.mts';
import {
	credentialData,
	credentialKinds,
	credentialType,
	type CredentialKind,
} from '../../../kit/n8n/sandboxCredentials.mts';
import { createWorkflow, publish, unpublish, type WorkflowFile } from '../../../kit/n8n/workflows.mts';
import { askAdmin } from '../../../kit/sandbox/admin.mts';
import type { Place } from './places.mts';
import { echoedKeyPrefix, type Secret } from './recorder.mts';
import { ways, wayNames } from './spellings.mts';
import { byHand, noOperation, oneAfterAnother, recordStep, sideBySide, triggerStep, type Step } from './workflows.mts';
import type { SecretsWorld } from './world.mts';

/** Signs that are written differently in addresses, JSON and web pages. */
const oddSigns = '+/="&<>\'\\%';
export const oddKey = (beginning: string): string => `${beginning}-${oddSigns}-${randomUUID()}`;

export class Deeds {
	/** Everything that must not be found, besides what the recorder has written down. */
	readonly secrets: Secret[] = [];
	/** What must be found, or the search is blind; each is planted in another spelling. */
	readonly canaries: Secret[] = [];
	/** What n8n said to the person at the editor. */
	readonly said: Place[] = [];
	/** What each run came to. */
	readonly runs: Record<string, string> = {};
	readonly world: SecretsWorld;
	/** One for each type of key, and one with all of them. */
	readonly credentials = {} as Record<CredentialKind, SavedCredential>;

	constructor(world: SecretsWorld) {
		this.world = world;
	}

	/** The usual one through the recorder, with some fields changed. */
	async credential(
		name: string,
		changes: CredentialData,
		kind: CredentialKind = 'timesheet',
	): Promise<SavedCredential> {
		const { session, sandbox, recorder } = this.world;
		const usual = { ...credentialData(sandbox, kind), baseUrl: recorder.url, requestsPerMinute: 1000 };
		return createCredential(session, name, credentialType, { ...usual, ...changes });
	}

	async test(credential: SavedCredential): Promise<void> {
		const { status, message } = await testCredential(this.world.session, credential);
		this.runs[`test of ${credential.name}`] = status;
		this.said.push({ where: 'test of a credential', text: message });
	}

	/** What n8n answers when something can't be done. */
	async refused(what: string, work: () => Promise<unknown>): Promise<void> {
		const answer = await work().then(
			() => 'success',
			(error: unknown) => String(error),
		);
		this.runs[what] = answer === 'success' ? answer : 'error';
		this.said.push({ where: what, text: answer });
	}

	async run(file: WorkflowFile): Promise<Execution> {
		const { id } = await createWorkflow(this.world.session, file);
		const execution = await runByHand(this.world.session, id, 'Start');
		this.runs[file.name] = execution.error ? `${execution.status}: ${execution.error.message}` : execution.status;
		return execution;
	}

	/** Disturbs every request to a path, or so many. */
	async fault(path: string, fault: object): Promise<void> {
		await askAdmin(this.world.sandbox.url, 'POST', '/faults', { path, times: null, ...fault });
	}

	async good(): Promise<void> {
		const { sandbox } = this.world;
		this.secrets.push({ what: 'subscription key', value: sandbox.subscriptionKey });
		this.secrets.push(...Object.values(sandbox.keys).map((value) => ({ what: 'API key', value })));
		for (const kind of credentialKinds) {
			this.credentials[kind] = await this.credential(`Good ${kind}`, {}, kind);
			await this.test(this.credentials[kind]);
		}
	}

	async reads(): Promise<void> {
		const read = (resource: string, kind: CredentialKind, more: object = {}): Step => ({
			name: resource,
			credential: this.credentials[kind],
			parameters: { resource, operation: 'getAll', limit: 2, ...more },
		});
		const period = {
			period: 'custom',
			startDate: '={{ $now.minus({ days: 7 }).toISO() }}',
			endDate: '={{ $now.toISO() }}',
		};
		const steps = [
			read('customer', 'timesheet'),
			read('site', 'all'),
			read('formTemplate', 'incidentreport'),
			read('incidentReport', 'incidentreport', { ...period, simplify: false }),
			read('liveOperation', 'all'),
			read('loginAudit', 'all'),
			read('staff', 'developer', { advanced: { includePageInfo: true } }),
			read('timesheet', 'timesheet', { ...period, simplify: false }),
			read('customRequest', 'developer', { operation: 'send', path: '/api/external/customers' }),
		];
		const run = await this.run(sideBySide('Reads', steps));
		const employee = String(run.outputs['staff']?.[0]?.['id']);
		const licences = read('securityLicence', 'developer', { employeeId: { __rl: true, mode: 'id', value: employee } });
		const http = this.httpRequest('/api/external/sites?limit=1');
		await this.run(byHand('Reads, continued', licences, http));
	}

	/** n8n's own node, with our credential. */
	httpRequest(path: string): Step {
		return {
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			credential: this.credentials.timesheet,
			parameters: {
				method: 'GET',
				url: `${this.world.recorder.url}${path}`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: credentialType,
				options: {},
			},
		};
	}

	/** What the editor asks for when somebody opens a list to choose from. */
	async picker(what: string, credential = this.credentials.timesheet): Promise<void> {
		await this.refused(what, async () =>
			this.world.session.request('POST', '/rest/dynamic-node-parameters/resource-locator-results', {
				path: 'parameters.customerId',
				nodeTypeAndVersion: { name: 'n8n-nodes-workforce-operations.workforceOperations', version: 1 },
				methodName: 'searchCustomers',
				currentNodeParameters: { resource: 'site', operation: 'getAll' },
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			}),
		);
	}

	/** The user asks for signing secrets and gets them. */
	async asking(): Promise<void> {
		this.world.recorder.nowCalled('secret that was asked for');
		const credential = this.credentials.webhook;
		const subscriber = 'webhookSubscriber';
		const subscriberId = "={{ $('Create').item.json.id }}";
		await this.run(
			byHand(
				'Asking for secrets',
				{ name: 'Create', credential, parameters: { resource: subscriber, operation: 'create' } },
				{
					name: 'Rotate',
					credential,
					parameters: { resource: subscriber, operation: 'update', subscriberId, rotateSecret: true },
				},
				{
					name: 'List',
					credential,
					parameters: { resource: 'webhookSubscription', operation: 'getAll', subscriberId },
				},
			),
		);
		this.world.recorder.nowCalled('signing secret');
	}

	/** Published, delivered to, lied to, published again with a new secret; it stays published. */
	async trigger(): Promise<void> {
		const { session, admin, n8n } = this.world;
		const canary = `canary-${randomUUID()}`;
		this.canaries.push({ what: 'in the name of the trigger', value: canary });
		const step = triggerStep(`Event ${canary}`, this.credentials.webhook, randomUUID());
		const { id } = await createWorkflow(session, oneAfterAnother('Trigger', step, noOperation));
		const happen = async (name: string): Promise<void> => {
			const before = new Set((await listExecutions(session, id)).map((execution) => execution.id));
			await admin.approve((await admin.pendingTimesheet()).timesheetId);
			const begun = await waitFor('the run that a delivery starts', async () =>
				(await listExecutions(session, id)).find((execution) => !before.has(execution.id)),
			);
			this.runs[name] = (await finished(session, begun.id)).status;
		};
		await publish(session, id);
		await happen('Delivery');
		const [subscription] = await admin.activeSubscriptions(n8n.url);
		for (const mutation of ['signature', 'body'] as const) {
			const { status } = await admin.forge(subscription?.id ?? 0, mutation);
			this.runs[`forged ${mutation}`] = String(status);
		}
		await unpublish(session, id);
		await publish(session, id);
		await happen('Delivery after a rotation');
	}

	/** n8n tries several times. */
	async failingTrigger(): Promise<void> {
		const apiKey = oddKey(echoedKeyPrefix);
		this.secrets.push({ what: 'wrong API key of a trigger', value: apiKey });
		const wrong = await this.credential('Wrong, for a trigger', { apiKey });
		const never = oneAfterAnother('Never published', triggerStep('Never', wrong, randomUUID()), noOperation);
		const { id } = await createWorkflow(this.world.session, never);
		await this.refused('publishing with a wrong key', async () => publish(this.world.session, id));
	}

	/** Harmless texts, each written in another way, where a secret might stand. */
	async canary(): Promise<void> {
		const planted = wayNames.map((way) => {
			const value = oddKey('canary');
			this.canaries.push({ what: way, value });
			return [way, `before ${ways[way](value)} after`] as const;
		});
		await this.run(byHand('Canary', recordStep('Plant', Object.fromEntries(planted))));
		const value = `canary-${randomUUID()}`;
		this.canaries.push({ what: 'in a credential', value });
		await this.credential('Canary', { subscriptionKeyHeader: value });
	}
}
