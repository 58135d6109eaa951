// What the units of the trigger work with: a registration, and an n8n that is nothing but what it stores and logs.
import { afterEach, beforeEach } from '@jest/globals';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ListedSubscription } from '../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import type {
	Registration,
	Subscription,
} from '../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { VirtualTime } from '../../../kit/time/virtualTime.mts';
import { type Answer, fakeConnection, type Sent } from '../transport/support.mts';

/** The address that n8n gives the trigger. */
export const HOOK = 'https://n8n.example.com/webhook/hook/webhook';

/** The address of the service. */
export const SERVICE = 'https://service.test';

/** The date at which each test begins. */
export const NOW = 1_800_000_000_000;

export const MINUTE = 60_000;

export const subscription = (event: string, changes: Partial<Subscription> = {}): Subscription => ({
	id: `id-of-${event}`,
	event,
	token: `token-of-${event}`,
	since: 100,
	state: 'on',
	...changes,
});

export const registration = (changes: Partial<Registration> = {}): Registration => ({
	owner: 'instance/workflow/node/live',
	service: SERVICE,
	url: HOOK,
	subscriberId: '1',
	subscriberState: 'on',
	secret: 'secret',
	secretSince: 100,
	subscriptions: [subscription('timesheet.approve'), subscription('timesheet.reject')],
	strays: [],
	changedAt: 200,
	...changes,
});

export const listed = (event: string, changes: Partial<ListedSubscription> = {}): ListedSubscription => ({
	id: `id-of-${event}`,
	uri: `${HOOK}?token=token-of-${event}`,
	active: true,
	event,
	...changes,
});

/** Each test begins at the same date, with an n8n that remembers nothing; who waits moves the time. */
export function useStillTime(): void {
	const time = new VirtualTime().hurried();
	beforeEach(() => {
		time.putDate(NOW).takePlaceOf(clock);
		forgetRegistrations();
	});
	afterEach(() => time.restore());
}

interface Surroundings {
	instanceId: string;
	workflowId: string | undefined;
	nodeId: string;
	name: string;
	mode: string;
	activation: string;
	url: string | undefined;
	parameters: IDataObject;
	staticData: IDataObject;
	credential: IDataObject;
	/** Why n8n can't read the credential. */
	unreadable: string;
	/** The service. */
	answer: (request: Sent, count: number) => Answer;
}

interface N8n {
	context: IHookFunctions & IWebhookFunctions;
	/** What n8n keeps for the node. */
	staticData: IDataObject;
	/** Each line, level first. */
	log: string[];
}

/** One trigger in an n8n. */
export function n8n(changes: Partial<Surroundings> = {}): N8n {
	const { parameters = {}, staticData = {} } = changes;
	const given = { instanceId: 'instance', workflowId: 'workflow', mode: 'trigger', activation: 'activate', url: HOOK };
	const { instanceId, workflowId, mode, activation, url } = { ...given, ...changes };
	const { nodeId = 'node', name = 'Trigger' } = changes;
	const log: string[] = [];
	const write = (level: string) => (line: string) => void log.push(`${level} ${line}`);
	const { connection } = fakeConnection(changes.answer ?? (() => ({})), {}, changes.credential);
	const { unreadable } = changes;
	const context = {
		...connection.context,
		...(unreadable === undefined ? {} : { getCredentials: async () => await Promise.reject(new Error(unreadable)) }),
		getInstanceId: () => instanceId,
		getWorkflow: () => ({ id: workflowId }),
		getNode: () => ({ id: nodeId, name, type: 't', typeVersion: 1.1, position: [0, 0], parameters: {} }),
		getMode: () => mode,
		getActivationMode: () => activation,
		getNodeWebhookUrl: () => url,
		getTimezone: () => 'UTC',
		getNodeParameter: (parameter: string, fallback: unknown) => parameters[parameter] ?? fallback,
		getWorkflowStaticData: (kind: string) => (kind === 'node' ? staticData : {}),
		logger: { error: write('error'), warn: write('warn'), info: write('info'), debug: () => undefined },
	} as unknown as N8n['context'];
	return { context, staticData, log };
}
