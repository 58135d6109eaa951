import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { type EventPair, parseEvent } from '../../contract';
import { CREDENTIAL_TYPE, log, readSettings, settle, webhookSettings } from '../../transport';
import { SEAL_PARAMETER, TOKEN_PARAMETER } from '../registration/deliveryAddress';
import { isTest } from '../../transport/n8nQuirks';
import { judgeSeal, rememberSealed, type SealJudgement } from '../registration/recover';
import { type Registration, validSecrets } from '../registration/registration';
import { openSeal } from '../registration/sealedSecret';
import { findForDelivery, registrationOwner } from '../registration/store';
import { createHmac, timingSafeEqual } from 'crypto';

/** A bare SHA-256 in hex, in either case. */
const HEX_SHA256 = /^[0-9a-f]{64}$/i;

/**
 * Whether a header is the HMAC-SHA256 of the raw body under one of the secrets. Fails closed: false without a secret,
 * or for anything but one bare hex value. The key is the secret's text, as UTF-8 (assumed).
 */
export function isSignedBy(secrets: readonly string[], rawBody: Buffer, header: unknown): boolean {
	if (typeof header !== 'string' || !HEX_SHA256.test(header)) return false;
	const received = Buffer.from(header, 'hex');
	let genuine = false;
	for (const secret of secrets) {
		if (secret === '') continue;
		const expected = createHmac('sha256', secret).update(rawBody).digest();
		// Constant time: compares every secret to the end, which hides the one that matched.
		if (timingSafeEqual(expected, received)) genuine = true;
	}
	return genuine;
}

interface DeliveryRefusal {
	reason: string;
	/** The delivery may be genuine, and the stored state wrong. */
	doubtful?: boolean;
}

const REFUSAL_ADVICE =
	'If the deliveries are genuine, unpublish the workflow, then publish it; publishing it again without unpublishing changes nothing';

/** Rejects a delivery with 403: no run starts, and the reason goes to the log instead of the caller. */
export function refuse(context: IWebhookFunctions, { reason, doubtful }: DeliveryRefusal): IWebhookResponseData {
	log(context).warn(
		`a delivery to “${context.getNode().name}” was refused with 403: ${reason}${doubtful ? `. ${REFUSAL_ADVICE}` : ''}`,
	);
	context.getResponseObject().status(403).json({ message: 'Forbidden' });
	return { noWebhookResponse: true };
}

interface Authentication {
	/** The event of the delivery's address; undefined if the service left out the token. */
	event?: EventPair;
}

interface Proof {
	rawBody: Buffer;
	signature: unknown;
	/** `''` if the service left it out. */
	token: unknown;
	seal: unknown;
}

function readProof(context: IWebhookFunctions, rawBody: Buffer, signature: unknown): Proof {
	const query: Record<string, unknown> = { ...context.getQueryData() };
	return { rawBody, signature, token: query[TOKEN_PARAMETER] ?? '', seal: query[SEAL_PARAMETER] };
}

/** Doesn't open the seal. */
function byRegistration(
	known: Registration | undefined,
	{ rawBody, signature, token }: Proof,
): Authentication | DeliveryRefusal {
	const secrets = known === undefined ? [] : validSecrets(known);
	if (known === undefined || secrets.length === 0) return { reason: 'no secret is stored', doubtful: true };
	if (!isSignedBy(secrets, rawBody, signature)) return { reason: 'its signature is invalid', doubtful: true };
	if (token === '') return {};
	const subscription = known.subscriptions.find((candidate) => candidate.token === token);
	const event = subscription && parseEvent(subscription.event);
	return event ? { event } : { reason: 'its address belongs to no subscription of this trigger', doubtful: true };
}

/** Opens the seal of the address; needed only if the stored registration doesn't match. */
async function bySeal(
	context: IWebhookFunctions,
	known: Registration | undefined,
	{ rawBody, signature, token, seal }: Proof & { token: string; seal: string },
	refusal: DeliveryRefusal,
): Promise<Authentication | DeliveryRefusal> {
	const credential = await settle(
		context.getCredentials(CREDENTIAL_TYPE).then((data) => webhookSettings(readSettings(data))),
	);
	if ('error' in credential) return { reason: `${refusal.reason}, and the credential can’t be read`, doubtful: true };
	const { baseUrl, apiKey } = credential.result;
	const holder = { owner: registrationOwner(context), service: baseUrl, apiKey };
	const opened = openSeal(holder, token, seal);
	if ('wrong' in opened) return { reason: `${refusal.reason}, and ${opened.wrong}`, doubtful: true };
	const judgement: SealJudgement = judgeSeal(context, known, opened, { token, service: baseUrl });
	if (!isSignedBy(judgement.secrets, rawBody, signature)) return { reason: 'its signature is invalid', doubtful: true };
	rememberSealed(context, judgement, opened);
	const { refused: reason, doubtful } = judgement;
	if (reason !== undefined) return { reason, doubtful };
	return { event: parseEvent(opened.event) };
}

export const isRefused = (origin: Authentication | DeliveryRefusal): origin is DeliveryRefusal => 'reason' in origin;

/** The event of the address, or why the delivery is rejected. */
export async function authenticate(
	context: IWebhookFunctions,
	rawBody: Buffer,
	signature: unknown,
): Promise<Authentication | DeliveryRefusal> {
	const proof = readProof(context, rawBody, signature);
	const known = findForDelivery(context);
	const origin = byRegistration(known, proof);
	const { token, seal } = proof;
	if (!isRefused(origin) || isTest(context)) return origin;
	if (typeof token !== 'string' || token === '' || typeof seal !== 'string' || seal === '') return origin;
	return await bySeal(context, known, { ...proof, token, seal }, origin);
}
