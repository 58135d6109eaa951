// A delivery: what is passed on of it, whole, or with which words it is refused.
import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { receive } from '../../../../nodes/WorkforceOperations/trigger/receive/delivery.ts';
import { takeOffHash } from '../../../../nodes/WorkforceOperations/trigger/receive/deduplicate.ts';
import { seal, type SealedContent } from '../../../../nodes/WorkforceOperations/trigger/registration/sealedSecret.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { findOwn } from '../../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { HOOK, MINUTE, n8n, NOW, registration, SERVICE, useStillTime } from '../support.mts';

useStillTime();

const KEY = 'the-key';
const body = '{"timesheetId":5}';
const approve = { token: 'token-of-timesheet.approve' };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const sign = (text: string, secret = 'secret'): string => createHmac('sha256', secret).update(text).digest('hex');

interface Sent {
	text?: string;
	headers?: object;
	query?: unknown;
	stored?: Registration | null;
	parameters?: IDataObject;
	mode?: string;
	unreadable?: string;
	/** What the request object holds besides. */
	request?: object;
}

async function deliver({ text = body, stored = registration(), query = approve, ...sent }: Sent) {
	const { context, log, staticData } = n8n({
		mode: sent.mode ?? 'webhook',
		parameters: sent.parameters ?? {},
		credential: { apiKey: KEY },
		staticData: stored === null ? {} : { registration: stored as unknown as IDataObject },
		...(sent.unreadable === undefined ? {} : { unreadable: sent.unreadable }),
	});
	const before = JSON.stringify(staticData);
	const answered: unknown[] = [];
	const response = {
		status: (code: number) => ({ json: (content: unknown) => void answered.push(code, content) }),
	};
	Object.assign(context, {
		getRequestObject: () => ({ rawBody: Buffer.from(text), ...sent.request }),
		getHeaderData: () => sent.headers ?? { 'webhooks-signature': sign(text) },
		getQueryData: () => query,
		getResponseObject: () => response,
	});
	const result = await receive(context);
	return { context, log, answered, result, isStoredAsBefore: before === JSON.stringify(staticData) };
}

const item = (json: object, text = body): object => ({
	workflowData: [[{ json: { receivedAt: new Date(NOW).toISOString(), ...json }, deliveryHash: hashOf(text) }]],
});
const AT = new Date(NOW).toISOString();
const timesheet = { eventType: 'timesheet', event: 'approve', timesheetId: 5, payload: { timesheetId: 5 } };
const untold = { ...timesheet, eventType: null, event: null };
const named = '{"eventType":"timesheet","event":"reject","timesheetId":5}';
const withHeaders = { parameters: { options: { includeHeaders: true } } };

describe('a delivery that is passed on', () => {
	test.each<[string, Sent, object]>([
		['of its address', {}, item(timesheet)],
		['without a token', { query: {} }, item(untold)],
		['without a query', { query: null }, item(untold)],
		['with a query that is no object', { query: 'token=x' }, item(untold)],
		[
			'without a token, of the event that it names',
			{ query: { token: '' }, text: named },
			item({ ...timesheet, event: 'reject', payload: JSON.parse(named) as object }, named),
		],
		['without an identifier', { text: 'x' }, item({ eventType: 'timesheet', event: 'approve', payload: 'x' }, 'x')],
		[
			'with its headers, but those that hold its proof, its address, tokens or keys',
			{
				...withHeaders,
				headers: {
					'webhooks-signature': sign(body),
					Authorization: 'a',
					Cookie: 'b',
					'Proxy-Authorization': 'c',
					'X-Trace': 'd',
					'x-forwarded-uri': '/webhook/x',
					'x-original-uri': '/webhook/x',
					'x-forwarded-access-token': 'e',
					'cf-access-jwt-assertion': 'f',
					'x-api-key': 'g',
					'x-else': `POST /webhook/x?token=${approve.token}`,
				},
			},
			item({ ...timesheet, headers: { 'X-Trace': 'd' } }),
		],
		[
			'of several records: an item each, with its own id, content and name',
			{
				query: {},
				text: `\uFEFF [ {"timesheetId" :5, "a":[1,"],[\\"{"]} ,\n{"timesheetId":6,"eventType":"timesheet","event":"reject"},{}] `,
			},
			{
				workflowData: [
					[
						{
							json: { ...untold, receivedAt: AT, payload: { timesheetId: 5, a: [1, '],["{'] } },
							deliveryHash: hashOf('{"timesheetId" :5, "a":[1,"],[\\"{"]}'),
						},
						{
							json: {
								...timesheet,
								event: 'reject',
								timesheetId: 6,
								receivedAt: AT,
								payload: { timesheetId: 6, eventType: 'timesheet', event: 'reject' },
							},
							deliveryHash: hashOf('{"timesheetId":6,"eventType":"timesheet","event":"reject"}'),
						},
						{
							json: { eventType: null, event: null, receivedAt: AT, payload: {} },
							deliveryHash: hashOf('{}'),
						},
					],
				],
			},
		],
		['of one record in a list', { text: `[${body}]` }, item(timesheet)],
		...['[]', '[5]', `[${body},5]`, `[${body},null]`, `[${body},[]]`].map((text): [string, Sent, object] => [
			`of a list that holds anything but records, which stays whole: ${text}`,
			{ text },
			item({ eventType: 'timesheet', event: 'approve', payload: JSON.parse(text) as object }, text),
		]),
		[
			'that n8n had not read',
			{
				request: {
					rawBody: undefined,
					async readRawBody(this: { rawBody: Buffer }) {
						await Promise.resolve();
						this.rawBody = Buffer.from(body);
					},
				},
			},
			item(timesheet),
		],
		[
			'that n8n had read already',
			{
				request: {
					readRawBody(this: { rawBody: Buffer }) {
						this.rawBody = Buffer.from('read twice');
					},
				},
			},
			item(timesheet),
		],
	])('%s', async (_, sent, expected) => {
		const { result, log, answered, isStoredAsBefore } = await deliver(sent);
		expect([result, log, answered, isStoredAsBefore]).toEqual([expected, [], [], true]);
	});
});

const content: SealedContent = {
	madeAt: NOW - MINUTE,
	subscriberId: '1',
	event: 'timesheet.approve',
	secret: 'sealed',
};
const holder = { owner: 'instance/workflow/node/live', service: SERVICE, apiKey: KEY };
const sealed = (changes: Partial<SealedContent> = {}, key = KEY) => ({
	token: 't',
	seal: seal({ ...holder, apiKey: key }, 't', { ...content, ...changes }),
});
test('records of another event are left out of a list, with a line in the log, and the others pass', async () => {
	const { result, log, answered } = await deliver({ text: `[${body},${named},{"timesheetId":6}, ${named}]` });
	const [items = []] = result.workflowData ?? [];
	expect(items.map(({ json }) => json.timesheetId)).toEqual([5, 6]);
	expect(answered).toEqual([]);
	expect(log).toEqual([
		'warn Workforce Operations: 2 of 4 records of a delivery to “Trigger” were left out: they were sent to the address for timesheet.approve but name another event',
	]);
});

const signedSealed = { 'webhooks-signature': sign(body, 'sealed') };

describe('a delivery that is refused', () => {
	const cure =
		'. If the deliveries are genuine, unpublish the workflow and then publish it; publishing it again without unpublishing changes nothing';
	const without = { stored: null };

	test.each<[string, Sent, string]>([
		['a body that is not there', { request: { rawBody: undefined } }, 'its body could not be read as it was sent'],
		['a body that is no bytes', { request: { rawBody: body } }, 'its body could not be read as it was sent'],
		['no signature', { headers: {} }, 'it has no signature'],
		['an empty signature', { headers: { 'webhooks-signature': '' } }, 'it has no signature'],
		['nothing stored', without, `no secret is stored${cure}`],
		['no secret stored', { stored: registration({ secret: undefined }) }, `no secret is stored${cure}`],
		['another signature', { headers: { 'webhooks-signature': sign('x') } }, `its signature is invalid${cure}`],
		['another token', { query: { token: 'x' } }, `its address belongs to no subscription of this trigger${cure}`],
		['another event', { text: named }, 'it was sent to the address for timesheet.approve but names another event'],
		[
			'another event in each record of a list',
			{ text: `[${named}, ${named}]` },
			'it was sent to the address for timesheet.approve but names another event',
		],
		['a seal without a token', { ...without, query: { seal: sealed().seal } }, `no secret is stored${cure}`],
		['an empty seal', { ...without, query: { token: 't', seal: '' } }, `no secret is stored${cure}`],
		['two seals', { ...without, query: { token: 't', seal: ['a', 'b'] } }, `no secret is stored${cure}`],
		['two tokens', { ...without, query: { token: ['t', 't'], seal: sealed().seal } }, `no secret is stored${cure}`],
		['a seal while listening', { ...without, mode: 'manual', query: sealed() }, `no secret is stored${cure}`],
		[
			'a credential that can’t be read',
			{ ...without, query: sealed(), unreadable: 'lost' },
			`no secret is stored, and the credential can't be read${cure}`,
		],
		[
			'a seal of another key',
			{ ...without, query: sealed({}, 'other') },
			`no secret is stored, and the seal of its address was made with another API key${cure}`,
		],
		[
			'a signature with another secret than the seal’s',
			{ ...without, query: sealed() },
			`its signature is invalid${cure}`,
		],
		[
			'a seal from the future',
			{ query: sealed({ madeAt: NOW + 6 * MINUTE }), headers: signedSealed },
			`the seal of its address is dated later than now${cure}`,
		],
		[
			'what somebody else stored',
			{ stored: registration({ owner: 'instance/other/node/live' }) },
			`no secret is stored${cure}`,
		],
		[
			'what somebody else stored, while listening',
			{ stored: registration(), mode: 'manual' },
			`no secret is stored${cure}`,
		],
		[
			'an address that was given up',
			{ query: sealed({ madeAt: 1 }), headers: signedSealed },
			'its address is no longer in use',
		],
	])('%s', async (_, sent, reason) => {
		const { result, log, answered, isStoredAsBefore } = await deliver(sent);
		expect([result, answered, isStoredAsBefore]).toEqual([
			{ noWebhookResponse: true },
			[403, { message: 'Forbidden' }],
			true,
		]);
		expect(log).toEqual([`warn Workforce Operations: a delivery to “Trigger” was refused with 403: ${reason}`]);
	});
});

test('a seal that is younger than what is stored tells the event, and what it told is remembered in this process', async () => {
	const { context, result, log, answered, isStoredAsBefore } = await deliver({
		stored: null,
		query: sealed(),
		headers: signedSealed,
	});
	expect([result, answered, isStoredAsBefore]).toEqual([item(timesheet), [], true]);
	expect(log).toEqual([expect.stringMatching(/^warn .*older than its subscriptions/)]);
	expect(findOwn(context, HOOK)).toMatchObject({ subscriberId: '1', subscriptions: [{ event: 'timesheet.approve' }] });
});

test('of an item the hash alone is taken off', () => {
	const given = { json: { payload: { a: 1 } }, pairedItem: 3, binary: {} } as INodeExecutionData;
	expect(takeOffHash({ ...given, deliveryHash: 'h' } as INodeExecutionData)).toEqual({ item: given, hash: 'h' });
	expect(takeOffHash(given)).toEqual({ item: given, hash: hashOf('{"a":1}') });
	expect(takeOffHash({ json: {} })).toEqual({ item: { json: {} }, hash: hashOf('null') });
	expect(takeOffHash({ json: {}, deliveryHash: 7 } as never)).toEqual({ item: { json: {} }, hash: hashOf('null') });
});
