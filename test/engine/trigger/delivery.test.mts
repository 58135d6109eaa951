import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { Random } from '../../../sandbox/seed/random.mts';
import { isWhole } from '../../night.mts';
import { readPreview, unkept } from '../support/observe.mts';
import { deliver, registration, SECRET, sign, type Received, type Sent } from '../support/triggerDelivery.mts';

const payload = { eventType: 'timesheet', event: 'approve', timesheetId: 50_001, staffName: 'Zoë' };
const body = JSON.stringify(payload);

const secrets = [SECRET, 'token-of-approve', 'token-of-submit', sign(body), 'older'];

/** Refused: 403, no run, nothing stored, one line with a reason and without anything secret. */
function expectRefusal({ status, answer, items, log, staticChanged }: Received, reason: RegExp): void {
	const refusal = { status: 403, answer: { message: 'Forbidden' }, items: [], staticChanged: false };
	expect({ status, answer, items, staticChanged }).toEqual(refusal);
	expect(log).toHaveLength(1);
	expect(log[0]).toMatch(/^warn Workforce Operations: a delivery to “Trigger” was refused with 403: /);
	expect(log[0]).toMatch(reason);
	for (const secret of secrets) expect(log[0]).not.toContain(secret);
}

const header = (value: string | string[] | undefined): Sent['headers'] => ({
	'content-type': 'application/json',
	'webhooks-signature': value,
});

describe('a genuine delivery', () => {
	test('is one item with exactly the promised fields', async () => {
		const { items, status, log, staticChanged } = await deliver({ body });
		expect({ status, log, staticChanged }).toEqual({ status: undefined, log: [], staticChanged: false });
		expect(items.map(({ json }) => json)).toEqual([
			{
				eventType: 'timesheet',
				event: 'approve',
				timesheetId: 50_001,
				receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
				payload,
			},
		]);
	});

	test('has all that the output previews promise, of each version', async () => {
		const report = JSON.stringify({ eventType: 'incidentreport', event: 'submit', incidentReportId: 7 });
		const kinds = [await deliver({ body }), await deliver({ body: report, query: { token: 'token-of-submit' } })];
		const items = kinds.flatMap((received) => received.items).map(({ json }) => json);
		expect(items).toHaveLength(2);
		for (const version of [new WorkforceOperationsTrigger().description.version].flat()) {
			expect(unkept(items, readPreview(`v${version.toFixed(1)}.0`))).toEqual([]);
		}
	});

	test('in another character set is read as its header says', async () => {
		const sent = Buffer.from(JSON.stringify([payload]), 'latin1');
		const headers = { 'content-type': 'application/json; charset=iso-8859-1', 'webhooks-signature': sign(sent) };
		const { items } = await deliver({ body: sent, headers });
		expect(items.map(({ json }) => json)).toMatchObject([{ timesheetId: 50_001, payload }]);
	});

	test('whose bytes are no text is passed on as they are, and the log says so', async () => {
		const sent = Buffer.from(body, 'latin1');
		const { items, status, log } = await deliver({ body: sent, headers: header(sign(sent)) });
		expect(status).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ event: 'approve', payload: body });
		expect(log).toEqual([
			expect.stringMatching(/“Trigger” isn’t UTF-8, so its payload contains the raw bytes as text/),
		]);
	});

	test('whose numbers JavaScript would round keeps them as text, and the log names their fields', async () => {
		const sent = '[{"timesheetId":7,"badge":9007199254740993},{"timesheetId":8,"badge":12}]';
		const { items, log } = await deliver({ body: sent, headers: header(sign(sent)) });
		expect(items.map(({ json }) => json.payload)).toEqual([
			{ timesheetId: 7, badge: '9007199254740993' },
			{ timesheetId: 8, badge: 12 },
		]);
		expect(log).toEqual([
			expect.stringMatching(/“Trigger” has numbers too long for n8n, which are kept as text: badge$/),
		]);
	});

	test('is known by its address, whatever the payload looks like', async () => {
		const sent = JSON.stringify({ id: 5 });
		const { items } = await deliver({ body: sent, query: { token: 'token-of-submit' } });
		expect(items[0]?.json).toMatchObject({ eventType: 'incidentreport', event: 'submit', payload: { id: 5 } });
		expect(items[0]?.json).not.toHaveProperty('incidentReportId');
	});

	test.each([
		['never the single chosen event', { subscriptions: registration().subscriptions.slice(0, 1) }, '{}', [null, null]],
		['what the payload names', {}, body, ['timesheet', 'approve']],
		['neither', {}, '{"x":1}', [null, null]],
	])('without a token: %s', async (_, stored, sent, pair) => {
		for (const query of [{}, { token: '' }]) {
			const { items } = await deliver({ body: sent, query, stored });
			expect([items[0]?.json.eventType, items[0]?.json.event]).toEqual(pair);
		}
	});

	test('with headers, where wanted, but without those that prove something', async () => {
		const headers = {
			'webhooks-signature': sign(body),
			'content-type': 'application/json',
			'x-trace': '7',
			authorization: 'Basic x',
			cookie: 'a=b',
		};
		const { items } = await deliver({ body, headers, parameters: { options: { includeHeaders: true } } });
		expect(items[0]?.json.headers).toEqual({ 'content-type': 'application/json', 'x-trace': '7' });
	});

	test('signed with the secret before the rotation, until its time is over', async () => {
		const stored = { previousSecret: 'older', previousUntil: clock.date() + 60_000 };
		const headers = header(sign(body, 'older'));
		expect((await deliver({ body, headers, stored })).items).toHaveLength(1);
		expect((await deliver({ body, stored })).items).toHaveLength(1);
		expect((await deliver({ body, headers, stored: { ...stored, secret: undefined } })).items).toHaveLength(1);
		expectRefusal(
			await deliver({ body, headers, stored: { ...stored, previousUntil: clock.date() - 1 } }),
			/signature is invalid/,
		);
		expectRefusal(await deliver({ body, headers, stored: { previousSecret: 'older' } }), /signature is invalid/);
	});

	test.each([
		['an array', '[1,2]', [1, 2]],
		['a text', '"hello"', 'hello'],
		['a number', '7', 7],
		['null', 'null', null],
		['no JSON at all', 'hello', 'hello'],
		['nothing', '', ''],
		['a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
	])('of another form is passed on as it is: %s', async (_, sent, expected) => {
		const { items } = await deliver({
			body: sent,
			headers: { 'webhooks-signature': sign(sent), 'content-type': 'text/plain' },
		});
		expect(items[0]?.json.payload).toEqual(expected);
	});

	test('that n8n did not read is read', async () =>
		expect((await deliver({ body, unread: true })).items).toHaveLength(1));

	test('of two megabytes, and nested beyond reason', async () => {
		const large = JSON.stringify({ timesheetId: 1, notes: 'x'.repeat(2_000_000) });
		expect((await deliver({ body: large })).items[0]?.json.timesheetId).toBe(1);
		const deep = '['.repeat(200_000) + ']'.repeat(200_000);
		const { items } = await deliver({ body: deep });
		expect(items[0]?.json.payload).toBe(deep);
		expect(() => JSON.stringify(items)).not.toThrow();
	});
});

describe('a delivery that is refused', () => {
	test.each<[string, Sent['headers'], RegExp]>([
		['no header', header(undefined), /has no signature/],
		['an empty header', header(''), /has no signature/],
		['a header sent twice', header(`${sign(body)}, ${sign(body)}`), /signature is invalid/],
		['a header as a list', header([sign(body), sign(body)]), /signature is invalid/],
		['a prefix', header(`sha256=${sign(body)}`), /signature is invalid/],
		['one character less', header(sign(body).slice(1)), /signature is invalid/],
		['one character more', header(`${sign(body)}0`), /signature is invalid/],
		['no hex', header(`${sign(body).slice(1)}z`), /signature is invalid/],
		[
			'another secret',
			header(sign(body, 'whsec_other')),
			/signature is invalid\. If the deliveries are genuine, unpublish/,
		],
		['another header', { 'x-signature': sign(body) }, /has no signature/],
	])('%s', async (_, headers, reason) => expectRefusal(await deliver({ body, headers }), reason));

	test.each([
		['other white space', JSON.stringify(payload, null, 1)],
		['other order', JSON.stringify(Object.fromEntries(Object.entries(payload).reverse()))],
		['escaped letters', body.replace('ë', '\\u00eb')],
		['a line break at the end', `${body}\n`],
		['another id', body.replace('50001', '50002')],
		['nothing', ''],
	])('a body that was written anew: %s', async (_, altered) => {
		expect(altered).not.toBe(body);
		expectRefusal(await deliver({ body: altered, headers: header(sign(body)) }), /signature is invalid/);
	});

	test.each<[string, unknown]>([
		['unknown', 'token-of-nobody'],
		['of another case', 'TOKEN-OF-APPROVE'],
		['twice', ['token-of-approve', 'token-of-approve']],
		['an object', { $ne: '' }],
		['an inherited name', '__proto__'],
	])('a token that is %s', async (_, token) =>
		expectRefusal(
			await deliver({ body, query: { token: token as string } }),
			/belongs to no subscription of this trigger\. If the deliveries are genuine/,
		),
	);

	test('a delivery of one event at the address of another', async () => {
		expectRefusal(
			await deliver({ body, query: { token: 'token-of-submit' } }),
			/was sent to the address for incidentreport\.submit/,
		);
	});

	test('but not one that mentions another kind of record, or an event of another catalogue', async () => {
		for (const sent of [
			{ timesheetId: 1 },
			{ event: 'approve', timesheetId: 1 },
			{ eventType: 'roster', event: 'approve' },
		]) {
			const { items } = await deliver({ body: JSON.stringify(sent), query: { token: 'token-of-submit' } });
			expect(items[0]?.json).toMatchObject({ eventType: 'incidentreport', event: 'submit', payload: sent });
		}
	});

	test.each<[string, Sent['stored']]>([
		['nothing stored', null],
		['a lost secret', { secret: undefined }],
		['an empty secret', { secret: '' }],
		['a secret that is no text', { secret: 7 as never }],
	])('%s', async (_, stored) => {
		for (const signature of [sign(body), sign(body, '')])
			expectRefusal(await deliver({ body, stored, headers: header(signature) }), /no secret is stored\. If/);
	});

	test.each<[string, IDataObject, RegExp]>([
		['no token', { seal: 's' }, /no secret is stored\. If/],
		['two tokens', { token: ['t', 't'], seal: 's' }, /no secret is stored\. If/],
		['an empty seal', { token: 't', seal: '' }, /no secret is stored\. If/],
		['two seals', { token: 't', seal: ['s', 's'] }, /no secret is stored\. If/],
		['no credential', { token: 't', seal: 's' }, /no secret is stored, and the credential can’t be read\. If/],
	])('a seal that can’t help, as there is %s', async (_, query, reason) =>
		expectRefusal(await deliver({ body, stored: null, query }), reason),
	);

	test('of a list the records alone that name another event than its address, and the log says how many', async () => {
		const other = { ...payload, event: 'reject' };
		const { items, log, status } = await deliver({ body: JSON.stringify([other, payload, other]) });
		expect({ status, json: items.map(({ json }) => json.payload) }).toEqual({ status: undefined, json: [payload] });
		expect(log).toEqual([
			expect.stringMatching(
				/^warn .*ignored 2 of 3 records in a delivery to “Trigger”: sent to the address for timesheet\.approve, but/,
			),
		]);
	});

	test('random changes of header, body or secret: none is accepted', async () => {
		const random = new Random(20_261_121);
		const below = (limit: number): number => random.between(0, limit - 1);
		/** Another byte somewhere, one more or one less; never what was there. */
		const change = (original: Buffer): Buffer => {
			const at = below(original.length);
			const byte = Buffer.from([below(256)]);
			const kind = below(3);
			const changed =
				kind === 0
					? Buffer.concat([original.subarray(0, at), byte, original.subarray(at + 1)])
					: kind === 1
						? Buffer.concat([original.subarray(0, at), byte, original.subarray(at)])
						: Buffer.concat([original.subarray(0, at), original.subarray(at + 1)]);
			return changed.equals(original) ? change(original) : changed;
		};
		const genuine = Buffer.from(body);
		let accepted = 0;
		for (let count = 0; count < (isWhole ? 10_000 : 1000); count++) {
			const what = below(3);
			const signature = sign(genuine);
			const altered = what === 0 ? change(Buffer.from(signature)).toString('latin1') : signature;
			const sent: Sent = {
				body: what === 1 ? change(genuine) : genuine,
				headers: header(what === 2 ? sign(genuine, change(Buffer.from(SECRET)).toString('latin1')) : altered),
			};
			// The same hex in the other case is the same signature.
			if (what === 0 && altered.toLowerCase() === signature) continue;
			const { status, items } = await deliver(sent);
			if (status !== 403 || items.length > 0) accepted++;
		}
		expect(accepted).toBe(0);
		expect((await deliver({ body })).items).toHaveLength(1);
	});
});
