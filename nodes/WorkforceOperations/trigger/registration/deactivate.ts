import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { isKeyField, KEY_LABELS } from '../../contract';
import { settle, isKind, messageOf, log } from '../../transport';
import { pause } from '../../transport/clock';
import { carryOutStep, type StepOutcome } from './apply';
import { ROUNDS } from '../../transport/n8nQuirks';
import { plan, type RegistrationStep } from './plan';
import { Registrar } from './registrar';
import { describeIds, isAllOff, type Registration } from './registration';
import { findForRemoval } from './store';
import type { WebhookApi } from './webhookApi';

const BREAK_MS = 1000;

interface Tried {
	step: RegistrationStep;
	became: StepOutcome | 'failed';
	error?: unknown;
}

/** The key has no access. */
const isRefusal = ({ error }: Tried): boolean => isKind(error, 'unauthorized', 'forbidden', 'settings');

/** Runs every step, whatever the outcome of the others. */
async function tryEach(registrar: Registrar, steps: readonly RegistrationStep[]): Promise<Tried[]> {
	const tried: Tried[] = [];
	for (const step of steps) {
		const ended = await settle(carryOutStep(registrar, step));
		if ('result' in ended) tried.push({ step, became: ended.result });
		else if (isKind(ended.error, 'notFound')) tried.push({ step, became: 'gone' });
		else tried.push({ step, became: 'failed', error: ended.error });
		// An earlier list doesn't show the current state.
		if (step.do === 'list' && !('result' in ended)) registrar.setListed([]);
	}
	return tried;
}

const stepName = (step: RegistrationStep, subscriberId: string): string =>
	step.do === 'switchSubscription' ? `subscription ${step.id}` : `subscriber ${subscriberId}`;

/** The parts that may still be on after one pass, each with the reason. */
function leftActive(
	{ registration, listed = [] }: Registrar,
	subscriberId: string,
	tried: readonly Tried[],
): Map<string, string> {
	const switches = tried.filter(({ step }) => step.do !== 'list');
	const leftovers = new Map(
		switches
			.filter(({ became }) => became === 'failed')
			.map(({ step, error }): [string, string] => [stepName(step, subscriberId), messageOf(error)]),
	);
	const look = tried.filter(({ step }) => step.do === 'list').at(-1);
	const subscriber = switches.find(({ step }) => step.do === 'switchSubscriber')?.became;
	// Only the list shows whether something “not found”, or without a known id, is still on.
	const doubtful =
		switches.some(({ became }) => became === 'gone') ||
		registration.subscriptions.some(({ id, state }) => id === undefined && state !== 'off');
	for (const step of plan(registration, listed, 'off')) {
		const name = stepName(step, subscriberId);
		if (!leftovers.has(name)) leftovers.set(name, 'the service still lists it as active');
	}
	const list = `the list of subscriber ${subscriberId}`;
	// If each switch-off was confirmed, a missing list is no reason for another pass.
	if (look?.became === 'failed' && (doubtful || leftovers.size > 0)) leftovers.set(list, messageOf(look.error));
	// A subscriber with a list exists and can be switched off, whatever the service said.
	if (subscriber === 'gone' && listed.length > 0)
		leftovers.set(`subscriber ${subscriberId}`, 'the service’s responses contradict each other');
	if (look?.became === 'gone' && subscriber === 'done' && doubtful)
		leftovers.set(list, 'the service’s responses contradict each other');
	return leftovers;
}

/** One pass over everything that may be on. `hopeless`: the key has no access at all, so another pass is useless. */
async function deactivationPass(
	registrar: Registrar,
	subscriberId: string,
): Promise<{ leftovers: Map<string, string>; hopeless: boolean }> {
	const tried = await tryEach(registrar, plan(registrar.registration, undefined, 'off'));
	const { listed = [] } = registrar;
	const rest = plan(registrar.registration, listed, 'off');
	if (rest.length > 0) tried.push(...(await tryEach(registrar, [...rest, { do: 'list' }])));
	return {
		leftovers: leftActive(registrar, subscriberId, tried),
		hopeless: tried.every(isRefusal),
	};
}

/** Lists what may still be on, so that a person can switch it off. `hopeless`: the key has no access at all. */
export class LeftoverError extends NodeOperationError {
	readonly hopeless: boolean | undefined;

	constructor({ context }: Pick<Registrar, 'context'>, what: string, why: string, hopeless?: boolean) {
		super(context.getNode(), `Not everything could be switched off in the service: ${what}`, {
			description: `${why}. Publish the workflow and unpublish it again, or switch these off with the Workforce Operations node: Webhook Subscriber or Webhook Subscription, Update, State Inactive.`,
		});
		this.hopeless = hopeless;
	}
}

const allOff = (registration: Registration): Registration => ({
	...registration,
	subscriberState: 'off',
	subscriptions: registration.subscriptions.map((subscription) => ({ ...subscription, state: 'off' })),
});

/**
 * Switches off the trigger's subscriber and all its subscriptions, including those of interrupted attempts. Verifies it
 * by the list, if there is one. Retries after a failure; throws an error with the IDs that may still be on.
 */
export async function deactivate(registrar: Registrar, rounds = ROUNDS): Promise<void> {
	const { subscriberId } = registrar.registration;
	if (subscriberId === undefined || isAllOff({ ...registrar.registration, strays: [] })) return;
	for (let round = 1; ; round++) {
		const { leftovers, hopeless } = await deactivationPass(registrar, subscriberId);
		if (leftovers.size === 0) {
			registrar.store(allOff(registrar.registration));
			return;
		}
		if (hopeless || round === rounds)
			throw new LeftoverError(
				registrar,
				`${[...leftovers.keys()].join(', ')} (${describeIds(registrar.registration)})`,
				[...new Set(leftovers.values())].join('; '),
				hopeless,
			);
		await pause(BREAK_MS);
	}
}

/** Switches off the orphaned subscribers that deliveries have revealed. Throws for the first that stays on. */
export async function deactivateOrphans(registrar: Registrar, rounds = ROUNDS): Promise<void> {
	const { context } = registrar;
	for (const subscriberId of registrar.registration.strays) {
		await deactivate(registrar.forOrphan(subscriberId), rounds);
		const strays = registrar.registration.strays.filter((id) => id !== subscriberId);
		registrar.store({ ...registrar.registration, strays });
		log(context).info(`switched off the earlier webhook subscriber ${subscriberId}`);
	}
}

async function deactivateAll(context: IHookFunctions, service: WebhookApi, registration: Registration): Promise<void> {
	const registrar = Registrar.forTrigger(context, service, registration);
	await deactivate(registrar);
	await deactivateOrphans(registrar);
}

/** Names the key that made a registration, if the credential doesn't hold it or the service refuses it. */
function withoutMaker(error: LeftoverError, { madeWith = '' }: Registration): LeftoverError {
	const [field] = madeWith.split(' ');
	const words = isKeyField(field)
		? `These were created with an earlier ${KEY_LABELS[field]}, which the credential no longer has. Enter that key again`
		: 'If the API Key has changed since you published, enter the earlier key again';
	error.description = `${words}, then publish the workflow and unpublish it. ${error.description ?? ''}`;
	return error;
}

/**
 * Switches off everything of a registration, with the key that made it if the credential still holds it. If that key
 * is refused or missing, the key that manages webhooks now is tried.
 */
export async function switchOff(
	context: IHookFunctions,
	service: WebhookApi,
	registration: Registration,
	patienceMs: number,
): Promise<void> {
	const maker = service.withKeyOf(registration, patienceMs);
	const first = await settle(deactivateAll(context, maker ?? service, registration));
	if ('result' in first) return;
	const { error } = first;
	if (!(error instanceof LeftoverError) || !error.hopeless) throw error;
	if (maker === undefined) throw withoutMaker(error, registration);
	if (maker.apiKey === service.apiKey) throw error;
	await deactivateAll(context, service, findForRemoval(context) ?? registration);
}
