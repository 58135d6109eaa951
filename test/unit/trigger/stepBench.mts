// One step of a trigger against a service that is told what to answer.
import type { IDataObject } from 'n8n-workflow';
import { carryOutStep } from '../../../nodes/WorkforceOperations/trigger/registration/apply.ts';
import { ownStore, Registrar } from '../../../nodes/WorkforceOperations/trigger/registration/registrar.ts';
import type { RegistrationStep } from '../../../nodes/WorkforceOperations/trigger/registration/plan.ts';
import {
	type ListedSubscription,
	WebhookApi,
} from '../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import type {
	Registration,
	Subscription,
} from '../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import type { Answer, Sent } from '../transport/support.mts';
import { n8n } from './support.mts';

interface Done {
	work: Registrar;
	/** What the step became; the kind of its error. */
	became: string;
	/** Every registration that was kept, in order, without its time. */
	kept: Registration[];
	lines: string[];
	log: string[];
}

export const data = (value: unknown): Answer => ({ body: { data: value } });

/** A registration as it was before, but for the subscription of one event. */
export const changed = (known: Registration, event: string, changes: Partial<Subscription>): Registration => ({
	...known,
	subscriptions: known.subscriptions.map((one) => (one.event === event ? { ...one, ...changes } : one)),
});

/** A request as `PUT /subscribers/1 {…}`, its address as `(sealed)` or `(bare)`. */
export function lineOf({ method, path, options }: Sent): string {
	const { uri, ...rest } = (options.body ?? {}) as IDataObject;
	const address = typeof uri !== 'string' ? '' : uri.includes('seal=') ? ' (sealed)' : ' (bare)';
	const content = Object.keys(rest).length === 0 ? '' : ` ${JSON.stringify(rest)}`;
	return `${method} ${path.replace('/api/webhook', '')}${content}${address}`;
}

/** Carries one step out against a service that gives these answers, the last one from then on. */
export async function doStep(
	step: RegistrationStep,
	answers: Answer[],
	known: Registration,
	list?: readonly ListedSubscription[],
): Promise<Done> {
	const { context, sent, log } = n8n({ answer: (_, count) => answers[Math.min(count, answers.length) - 1] ?? {} });
	const service = await WebhookApi.open(context, 1000);
	const own = ownStore(context, service, known);
	const kept: Registration[] = [];
	const keep = (one: Registration): Registration => {
		kept.push(one);
		return own.keep(one);
	};
	const work = new Registrar(context, service, known, { ...own, keep });
	if (list !== undefined) work.setListed(list);
	const became = await carryOutStep(work, step).catch((error: { kind?: string }) => error.kind ?? String(error));
	const lines = sent.map(lineOf);
	return { work, became, kept, lines, log };
}

/** What a service says to each request, by its method and path; a list of answers one after another, the last one from then on. */
export type Rules = Readonly<Record<string, Answer | readonly Answer[]>>;

/** A service that follows rules, and says yes where there is none. */
export function answering(rules: Rules): (request: Sent) => Answer {
	const asked = new Map<string, number>();
	return ({ method, path }) => {
		const name = `${method} ${path.replace('/api/webhook', '')}`;
		const count = asked.get(name) ?? 0;
		asked.set(name, count + 1);
		const answers = [rules[name] ?? data(null)].flat();
		return answers[Math.min(count, answers.length - 1)] ?? data(null);
	};
}
