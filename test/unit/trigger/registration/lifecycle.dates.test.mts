// By which clock what is stored and sealed is dated, and what becomes of moments that a wrong clock has written.
import { describe, expect, test } from '@jest/globals';
import { register } from '../../../../nodes/WorkforceOperations/trigger/registration/lifecycle.ts';
import { openSeal } from '../../../../nodes/WorkforceOperations/trigger/registration/sealedSecret.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { addressParts } from '../../../../nodes/WorkforceOperations/trigger/registration/deliveryAddress.ts';
import { CircuitBreakers } from '../../../../nodes/WorkforceOperations/transport/circuitBreaker.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import type { Answer } from '../../transport/support.mts';
import { approve, call, known, LIST, on, reject, rotate, rows, subscriberOn } from '../hooks.mts';
import { data, type Rules } from '../stepBench.mts';
import { MINUTE, NOW, registration, SERVICE, subscription, useStillTime } from '../support.mts';

useStillTime();

const DAY = 24 * 60 * MINUTE;

/** An answer that tells the date, in whole seconds. */
const at = (date: number, answer: Answer): Answer => ({ ...answer, headers: { date: new Date(date).toUTCString() } });

const fresh = (date?: number): Rules => {
	const dated = (value: unknown): Answer => (date === undefined ? data(value) : at(date, data(value)));
	return {
		'POST /subscribers': dated({ id: 1, secretToken: 'new' }),
		'POST /subscriptions': [dated({ id: 11 }), dated({ id: 12 })],
	};
};

const momentsOf = ({ secretSince, changedAt, subscriptions }: Registration): number[] => [
	secretSince,
	changedAt,
	...subscriptions.map(({ since }) => since),
];

describe('publishing for the first time', () => {
	test.each([
		['a clock that is ahead', NOW - DAY, undefined],
		['a clock that is behind', NOW + DAY, DAY],
		['a clock that is nearly right', NOW + MINUTE, undefined],
		['a clock of which nobody tells whether it is right', undefined, undefined],
	])('with %s: everything is dated by the service’s clock where it tells it', async (_, date, clockBehind) => {
		const { kept } = await call(register, undefined, fresh(date), { activation: 'activate' });
		if (kept === undefined) throw new Error('nothing was kept');
		expect(momentsOf(kept)).toEqual([date ?? NOW, date ?? NOW, date ?? NOW, date ?? NOW]);
		expect(kept.clockBehind).toBe(clockBehind);
	});

	test.each(['', 'soon', undefined])('where the date %j can’t be read: by the own clock', async (date) => {
		const rules = Object.fromEntries(
			Object.entries(fresh()).map(([name, answers]) => [
				name,
				[answers].flat().map((one) => ({ ...one, headers: { date } })),
			]),
		);
		const { kept } = await call(register, undefined, rules, { activation: 'activate' });
		expect(kept && momentsOf(kept)).toEqual([NOW, NOW, NOW, NOW]);
	});
});

describe('publishing a change', () => {
	test('dates the token of an added event by the service’s clock, and seals it', async () => {
		const one = known({ subscriptions: [subscription(approve, { id: '11' })] });
		const { kept } = await call(register, one, {
			[LIST]: at(NOW - DAY, data(rows(one))),
			'PUT /subscribers/1': at(NOW - DAY, data(null)),
			'POST /subscriptions': at(NOW - DAY, data({ id: 12 })),
		});
		// Never before what is stored already, which an own clock may have dated.
		expect(kept?.subscriptions[1]).toMatchObject({ event: reject, since: NOW - DAY });
	});

	test('with a service whose seconds are whole: what happens now is dated after what happened before', async () => {
		const one = known({ changedAt: NOW + 500, subscriptions: [subscription(approve, { id: '11' })] });
		const answer = { [LIST]: at(NOW, data(rows(one))), 'POST /subscriptions': at(NOW, data({ id: 12 })) };
		const { kept } = await call(register, one, answer);
		expect([kept?.changedAt, kept?.subscriptions[1]?.since]).toEqual([NOW + 501, NOW + 501]);
	});

	test.each([
		['a clock that was put right is stored as right', at(NOW, data(rows())), undefined],
		['how far a clock was behind stays known where nobody tells', data(rows()), DAY],
	])('%s', async (_, listed, expected) => {
		const { kept } = await call(register, known({ clockBehind: DAY }), { [LIST]: listed });
		expect(kept?.clockBehind).toBe(expected);
	});
});

describe('a moment that lies ahead', () => {
	const told = { 'PUT /subscribers/1': [data(null), data({ secretToken: 'new' })] };
	const wanting = { activation: 'activate' };
	const rotating = { parameters: { options: { rotateSecretOnActivation: true } } };

	test.each<[string, Partial<Registration>, object]>([
		['of the secret: publishing what was not published', { secretSince: NOW + DAY }, wanting],
		['of the secret: Rotate Secret on Activation', { secretSince: NOW + DAY }, rotating],
		['of the secret, by less than clocks differ', { secretSince: NOW + 4 * MINUTE }, wanting],
		['of a rotation that was wanted', { rotationSince: NOW + DAY }, wanting],
		['of both', { secretSince: NOW + DAY, rotationSince: NOW + DAY }, wanting],
	])('%s: makes a new one, once', async (_, changes, surroundings) => {
		const stored = known(changes);
		const { kept, lines } = await call(register, stored, { ...told, [LIST]: data(rows(stored)) }, surroundings);
		expect(lines).toEqual([subscriberOn, LIST, rotate, on(11), on(12)]);
		expect(kept).toMatchObject({ secret: 'new', previousSecret: 'secret' });
		expect((kept?.secretSince ?? 0) - NOW).toBeLessThanOrEqual(4 * MINUTE + 1);
		expect(kept?.rotationSince).toBeUndefined();
	});

	test('of the secret: what repeats a failed activation makes no other one', async () => {
		const stored = known({ secretSince: NOW + 4 * MINUTE });
		const first = await call(
			register,
			stored,
			{ ...told, [LIST]: data(rows(stored)), 'PUT /subscriptions/11': { status: 403 } },
			wanting,
		);
		expect(first.told).toBeDefined();
		expect(first.lines).toContain(rotate);
		const again = await call(register, first.kept, { [LIST]: data(rows(first.kept)) }, wanting);
		expect([again.told, again.lines.filter((line) => line === rotate)]).toEqual([undefined, []]);
	});

	test('of a token: its address is sealed anew, with the date', async () => {
		const stored = known({
			subscriptions: [subscription(approve, { id: '11', since: NOW + DAY }), subscription(reject, { id: '12' })],
		});
		const sent: string[] = [];
		const { kept, lines } = await call(register, stored, { [LIST]: data(rows(stored)) });
		expect(lines).toEqual([subscriberOn, LIST, on(11)]);
		expect(kept?.subscriptions.map(({ since }) => since)).toEqual([NOW, 100]);
		for (const { uri } of rows(kept)) {
			const { token = '', seal = '' } = addressParts(String(uri));
			const opened = openSeal({ owner: registration().owner, service: SERVICE, apiKey: 'the-key' }, token, seal);
			sent.push('wrong' in opened ? opened.wrong : String(opened.madeAt - NOW));
		}
		expect(sent).toEqual(['0', String(-MINUTE)]);
	});

	test('of a seal in the service’s list: its secret is not taken for a younger one', async () => {
		const stored = known();
		const listed = rows(known({ secret: 'of a forger', secretSince: NOW + DAY }));
		const { kept, lines } = await call(register, stored, { ...told, [LIST]: data(listed) });
		// Nothing confirms the own one, so that it is replaced.
		expect(lines).toEqual([subscriberOn, LIST, rotate, on(11), on(12)]);
		expect(kept).toMatchObject({ secret: 'new', previousSecret: 'secret' });
	});

	test.each([
		[DAY, undefined],
		[MINUTE, expect.stringMatching(/No second one is created within ten minutes/)],
	])('by %i ms, of a subscriber that nobody knows the id of: whether another one is made', async (ahead, words) => {
		const stored = known({ subscriberId: undefined, subscriptions: [], namelessSince: NOW + ahead });
		expect((await call(register, stored, fresh())).told).toEqual(words);
	});
});

describe('the service’s date', () => {
	const heard = (standing: CircuitBreakers, date: number): void =>
		standing.noteDate({ date: new Date(date).toUTCString() });

	test('is not known before an answer has told it', () => {
		const standing = new CircuitBreakers();
		expect(standing.serviceDate).toBeUndefined();
		standing.noteDate({});
		standing.noteDate();
		expect(standing.serviceDate).toBeUndefined();
	});

	test('goes on with the time that passes, and is the latest that any answer allows', async () => {
		const standing = new CircuitBreakers();
		heard(standing, NOW);
		await clock.sleep(900);
		expect(standing.serviceDate).toBe(NOW + 900);
		// Told half a second late, or in whole seconds.
		heard(standing, NOW);
		expect(standing.serviceDate).toBe(NOW + 900);
		heard(standing, NOW + 2000);
		expect(standing.serviceDate).toBe(NOW + 2000);
	});
});
