import type { IWebhookFunctions } from 'n8n-workflow';
import { type EventPair, parseEvent } from '../../contract';
import { attempt, CREDENTIAL_TYPE, readSettings } from '../../transport';
import { SEAL_PARAMETER, TOKEN_PARAMETER } from '../registration/address';
import { type Judgement, judgeSeal, remember } from '../registration/found';
import { isTest } from '../registration/host';
import { open } from '../registration/seal';
import { type Registration, validSecrets } from '../registration/state';
import { findForDelivery, ownerOf } from '../registration/store';
import type { Refusal } from './refusal';
import { isSignedBy } from './signature';

/** Where a genuine delivery comes from. */
interface Origin {
	/** The event of its address; undefined where the service left the token out. */
	event?: EventPair;
}

/** What a delivery brings to prove itself. */
interface Proof {
	rawBody: Buffer;
	signature: unknown;
	/** `''`: the service left it out. */
	token: unknown;
	seal: unknown;
}

function proofOf(context: IWebhookFunctions, rawBody: Buffer, signature: unknown): Proof {
	const given: unknown = context.getQueryData();
	const query: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {};
	return { rawBody, signature, token: query[TOKEN_PARAMETER] ?? '', seal: query[SEAL_PARAMETER] };
}

/** By what is stored, without opening anything. */
function byRegistration(known: Registration | undefined, { rawBody, signature, token }: Proof): Origin | Refusal {
	const secrets = known === undefined ? [] : validSecrets(known);
	if (known === undefined || secrets.length === 0) return { reason: 'no secret is stored', doubtful: true };
	if (!isSignedBy(secrets, rawBody, signature)) return { reason: 'its signature does not fit', doubtful: true };
	if (token === '') return {};
	const subscription = known.subscriptions.find((candidate) => candidate.token === token);
	const event = subscription && parseEvent(subscription.event);
	return event ? { event } : { reason: 'its address belongs to no subscription of this trigger', doubtful: true };
}

/** By the seal of its address, which is opened only where what is stored doesn't fit. */
async function bySeal(
	context: IWebhookFunctions,
	known: Registration | undefined,
	{ rawBody, signature, token, seal }: Proof & { token: string; seal: string },
	refusal: Refusal,
): Promise<Origin | Refusal> {
	const credential = await attempt(context.getCredentials(CREDENTIAL_TYPE).then(readSettings));
	if ('error' in credential) return { reason: `${refusal.reason}, and the credential can't be read`, doubtful: true };
	const { baseUrl, apiKey } = credential.result;
	const holder = { owner: ownerOf(context), service: baseUrl, apiKey };
	const opened = open(holder, token, seal);
	if ('wrong' in opened) return { reason: `${refusal.reason}, and ${opened.wrong}`, doubtful: true };
	const judgement: Judgement = judgeSeal(context, known, opened, { token, service: baseUrl });
	if (!isSignedBy(judgement.secrets, rawBody, signature))
		return { reason: 'its signature does not fit', doubtful: true };
	remember(context, judgement, opened);
	const { refused: reason, doubtful } = judgement;
	if (reason !== undefined) return { reason, doubtful };
	return { event: parseEvent(opened.event) };
}

export const isRefused = (origin: Origin | Refusal): origin is Refusal => 'reason' in origin;

/** Whether a delivery is genuine, and which event it is of by its address. */
export async function originOf(
	context: IWebhookFunctions,
	rawBody: Buffer,
	signature: unknown,
): Promise<Origin | Refusal> {
	const proof = proofOf(context, rawBody, signature);
	const known = findForDelivery(context);
	const origin = byRegistration(known, proof);
	const { token, seal } = proof;
	if (!isRefused(origin) || isTest(context)) return origin;
	if (typeof token !== 'string' || token === '' || typeof seal !== 'string' || seal === '') return origin;
	return await bySeal(context, known, { ...proof, token, seal }, origin);
}
