// Staff from the fields of the form: what Create makes of its items before and while it sends them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { type Answer, FakeTime } from '../../transport/support.mts';
import { type Asked, data, refusal } from '../fakeService.mts';
import { ann, runForms, sentAnn, told } from './runForms.mts';

describe('Create', () => {
	test('sends each item by itself, also two with one address; licences and what is added go with it', async () => {
		const additionalFields = {
			mobile: '1',
			city: '',
			licenses: { licence: [{ licenseNumber: 'SL1' }, { licenseNumber: 'SL2' }] },
		};
		const ran = await runForms('create', [{ ...ann, additionalFields }, ann], {
			advanced: { additionalBody: '{"grade": 3, "mobile": null}' },
		});
		expect(ran.sent).toEqual([
			[{ ...sentAnn, grade: 3, licenses: [{ licenseNumber: 'SL1' }, { licenseNumber: 'SL2' }] }],
			[{ ...sentAnn, grade: 3 }],
		]);
		expect(ran.results).toEqual([told({ created: true, ...sentAnn }), told({ created: true, ...sentAnn })]);
		expect(ran.hints).toEqual([]);
	});

	test('two people with one address go in two requests, whose answers tell them apart', async () => {
		const forms = [ann, { ...ann, email: 'b@x.au' }, { ...ann, firstName: 'Bo', email: 'ANN@x.au' }];
		const { sent, results } = await runForms('create', forms, {
			answer: ({ body }) =>
				data((body?.employees as IDataObject[]).map(({ firstName, email }, id) => ({ id, firstName, email }))),
			advanced: { batchSize: 25 },
		});
		expect(sent.map((batch) => (batch as IDataObject[]).length)).toEqual([2, 1]);
		expect(results).toMatchObject(['Ann', 'Ann', 'Bo'].map((firstName) => ({ outcomes: [{ json: { firstName } }] })));
	});

	test('a refused batch is the error of each of its items, and the next one is sent', async () => {
		const forms = ['a', 'b', 'c'].map((name) => ({ ...ann, email: `${name}@x.au` }));
		const answer = ({ body }: Asked): Answer => (JSON.stringify(body).includes('b@x.au') ? refusal('Bad') : data(null));
		const { sent, results } = await runForms('create', forms, { answer, advanced: { batchSize: 2 } });
		expect(sent.map((batch) => (batch as IDataObject[]).map(({ email }) => email))).toEqual([
			['a@x.au', 'b@x.au'],
			['c@x.au'],
		]);
		expect(results.map((result) => 'error' in result)).toEqual([true, true, false]);
	});

	test('a licence of somebody new has no ID of its own', async () => {
		const licences = { licenses: { licence: [{ licenseNumber: 'SL1', licenseId: '9' }] } };
		const { sent } = await runForms('create', [{ ...ann, additionalFields: licences }]);
		expect(sent).toEqual([[{ ...sentAnn, licenses: [{ licenseNumber: 'SL1' }] }]]);
	});

	test('the only record of a request with one row is that row’s; of several rows each record has to name its address', async () => {
		const one = await runForms('create', [ann], { answer: () => data({ id: 7 }) });
		expect(one.results).toEqual([told({ id: 7 })]);
		const both = await runForms('create', [ann, { ...ann, email: 'b@x.au' }], {
			answer: () => data([{ id: 7 }, { id: 8 }]),
			advanced: { batchSize: 2 },
		});
		expect(both.results).toMatchObject([1, 2].map(() => ({ unknown: true, outcomes: [{ json: { created: null } }] })));
	});

	test('when the service has gone the rest is not sent', async () => {
		const time = new FakeTime().install();
		const forms = Array.from({ length: 20 }, (_, index) => ({ ...ann, email: `n${index}@x.au` }));
		const ran = runForms('create', forms, {
			answer: () => {
				time.now += 15_000;
				return { network: 'ECONNREFUSED' };
			},
		});
		const { sent, results } = await time.until(ran).finally(() => time.restore());
		expect(new Set(sent.map((batch) => JSON.stringify(batch))).size).toBeLessThan(10);
		expect(results.at(-1)).toMatchObject({ error: { message: expect.stringMatching(/^Not sent/) } });
	});

	test('without Continue On Fail a refused item ends the run', async () => {
		const { sent, message } = await runForms('create', [ann, ann], { answer: () => refusal('Bad'), keepGoing: false });
		expect([sent.length, message]).toEqual([1, 'Row 1 (Ann Lee, ann@x.au): Bad']);
	});

	test.each([
		[{ ...ann, firstName: ' ' }, '“First Name” is empty'],
		[{ ...ann, lastName: '' }, '“Last Name” is empty'],
		[{ ...ann, email: '' }, '“Email” is empty'],
		[{ ...ann, email: 'x' }, '“Email” is not an e-mail address'],
	])('%j: %s, and nothing of it is sent', async (form, words) => {
		const { sent, message, results } = await runForms('create', [form, ann]);
		expect([sent, message, results.length]).toEqual([[[sentAnn]], words, 2]);
		expect((await runForms('create', [ann, form], { keepGoing: false })).sent).toEqual([]);
	});
});
