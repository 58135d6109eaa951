// A service in which every name that Service Details can correct differs: with them, lists, writes, events, rates and texts work.
import { beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { useBench } from '../support/bench.mts';
import { Host, triggerNode } from '../support/triggerHost.mts';
import { credentialFor, runNode } from '../../../kit/core/engine.mts';
import { startSandbox } from '../../shared.mts';
import { active, eventsOf, subscribers } from '../support/triggerService.mts';
import { run } from '../support/comparison.mts';

const bench = useBench({ names: 'other', rates: 'flat' });

/** What the comparison has printed, as a user pastes it. */
let serviceDetails = '';
let printed = '';

beforeAll(async () => {
	const { sandbox } = bench;
	const file = path.join(await mkdtemp(path.join(tmpdir(), 'names-')), 'details.json');
	const keys = ['timesheet', 'incidentreport', 'liveops', 'developer', 'loginaudit', 'webhook'] as const;
	const environment: NodeJS.ProcessEnv = { SUB: sandbox.subscriptionKey };
	for (const key of keys) environment[`KEY_${key}`] = sandbox.keys[key];
	const named = keys.flatMap((key) => ['--api-key-env', `KEY_${key}`]);
	const writes = ['--with-writes', '--employee', '1001', '--write', file];
	const args = ['--base-url', sandbox.url, '--subscription-key-env', 'SUB', ...named, ...writes];
	let at = 0;
	const time = { now: () => at, wait: async (ms: number) => await Promise.resolve(void (at += ms)) };
	const { out, notes } = await run(args, environment, async () => await Promise.resolve('yes'), time);
	expect(notes).toMatch(/This will be written .*then undone:/);
	serviceDetails = await readFile(file, 'utf8');
	printed = out;
	expect((await run(['--check', file])).code).toBe(0);
});

const withDetails = {
	get serviceDetails() {
		return serviceDetails;
	},
};

const read = async (key: 'developer' | 'incidentreport' | 'timesheet' | 'loginaudit', parameters: IDataObject) =>
	await bench.ok(key, parameters, withDetails);

test('the comparison prints each of them, how it knows them, and no value of a record', async () => {
	expect(printed).toContain(serviceDetails.trim());
	expect(JSON.parse(serviceDetails)).toEqual({
		stateField: { subscriber: 'deliveriesOn', subscription: 'enabled' },
		emailParameter: 'mailAddress',
		licenseNumber: 'number',
		take: 'howMany',
		customerId: 'clientKey',
		siteId: 'locationKey',
		formTemplateId: 'formKey',
		formTemplatesPath: '/api/external/report-forms',
		answerFields: { question: 'wording', answer: 'response', fileLink: 'evidence', fileName: 'evidenceLabel' },
		lineFields: {
			pay: { name: 'grade', quantity: 'timeWorked', rate: 'perHour', amount: 'sumDue' },
			charge: { name: 'tariff', quantity: 'timeBilled', rate: 'tariffPerHour', amount: 'net' },
		},
		changeFields: {
			incidentReport: { submit: 'handedInAt', approve: { field: 'isApproved', at: 'changedAt' } },
			timesheet: { submit: 'guardEntries', approve: 'signedOffAt' },
		},
		timesUtc: true,
		breakUnit: 'minutes',
	});
	expect(printed).toMatch(/emailParameter: it found the right person for two listed addresses/);
	const staff = await read('developer', { resource: 'staff', operation: 'getAll', limit: 20, simplify: false });
	for (const { email, lastName } of staff) {
		expect(printed).not.toContain(email);
		expect(printed).not.toMatch(new RegExp(`\\b${String(lastName)}\\b`));
	}
	expect((await subscribers(bench.sandbox)).some(({ isActive }) => isActive === true)).toBe(false);
});

test('without them nothing of it works, and wrong ones stop the first run in words', async () => {
	for (const [key, parameters] of [
		['incidentreport', { resource: 'formTemplate', operation: 'getAll' }],
		['developer', { resource: 'staff', operation: 'upsert', email: 'a@example.com', firstName: 'A', lastName: 'B' }],
	] as const) {
		expect((await bench.run(key, parameters)).error).toBeDefined();
	}
	const { error } = await bench.run(
		'developer',
		{ resource: 'staff', operation: 'getAll' },
		{ serviceDetails: '{"take"' },
	);
	expect(error?.message).toMatch(/^The credential’s Service Details: .*It is not JSON\. /);
	expect(bench.recorder.seen.at(-1)?.path).not.toBe('/api/external/staffs');
});

test('a list, and the reports of one of its records', async () => {
	const templates = await read('incidentreport', { resource: 'formTemplate', operation: 'getAll', returnAll: true });
	expect(templates.length).toBeGreaterThan(2);
	expect(new Set(templates.map(({ formKey }) => formKey)).size).toBe(templates.length);
	const byTemplate = {
		resource: 'incidentReport',
		operation: 'getAllByFormTemplate',
		period: 'anyTime',
		returnAll: true,
	};
	const reports = await Promise.all(
		templates
			.slice(0, 2)
			.map(async ({ formKey }) => await read('incidentreport', { ...byTemplate, formTemplateId: formKey })),
	);
	const names = reports.map((list) => [...new Set(list.map(({ reportName }) => reportName))]);
	expect(names).toEqual(templates.slice(0, 2).map(({ formName }) => [formName]));
});

test('the licences of an employee by their number, and the recent logins of a user', async () => {
	const staff = await read('developer', { resource: 'staff', operation: 'getAll', returnAll: true, simplify: false });
	const licences = { resource: 'securityLicence', operation: 'getAll', returnAll: true, simplify: false };
	for (const { id } of staff.slice(0, 5)) {
		const all = await read('developer', { ...licences, employeeId: String(id) });
		const number = all[0]?.licenseNumber;
		if (number === undefined) continue;
		const found = await read('developer', { ...licences, employeeId: String(id), filters: { licenseNumber: number } });
		expect(new Set(found.map(({ licenseNumber }) => licenseNumber))).toEqual(new Set([number]));
	}
	const [event] = await read('loginaudit', { resource: 'loginAudit', operation: 'getAll', limit: 1, simplify: false });
	const recent = { resource: 'loginAudit', operation: 'getRecent', userId: String(event?.userId), limit: 1 };
	expect(await read('loginaudit', recent)).toHaveLength(1);
});

test('a write: who is found by e-mail is updated, not created', async () => {
	const [person] = await read('developer', { resource: 'staff', operation: 'getAll', limit: 1, simplify: false });
	const upsert = { resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } };
	const items = [{ json: { email: person?.email, lastName: 'Renamed' } as IDataObject }];
	const [written] = await bench.ok('developer', upsert, { items, ...withDetails });
	expect(written).toMatchObject({ id: person?.id, action: 'updated' });
	// Without the name for the search, the list tells it.
	expect(await bench.ok('developer', upsert, { items })).toEqual([
		expect.objectContaining({ id: person?.id, action: 'unchanged' }),
	]);
});

test('a rates breakdown as lines of both sides', async () => {
	const [timesheet] = await read('timesheet', {
		resource: 'timesheet',
		operation: 'getAll',
		limit: 1,
		simplify: false,
	});
	const rates = { resource: 'timesheet', operation: 'getRates', timesheetId: String(timesheet?.timesheetId) };
	for (const rows of ['payLines', 'chargeLines']) {
		const lines = await read('timesheet', { ...rates, options: { rows } });
		expect(lines.length).toBeGreaterThan(0);
		for (const line of lines) {
			expect(line).toMatchObject({
				quantity: expect.any(Number),
				rate: expect.any(Number),
				amount: expect.any(Number),
			});
			expect(line.name).toEqual(expect.any(String));
		}
		const [bare] = await bench.ok('timesheet', { ...rates, options: { rows } });
		expect(bare).toMatchObject({ quantity: null, amount: null });
	}
});

test('the text of a report, and its answers as columns', async () => {
	const [report] = await read('incidentreport', {
		resource: 'incidentReport',
		operation: 'getAll',
		period: 'anyTime',
		limit: 1,
	});
	const get = { resource: 'incidentReport', operation: 'get', incidentReportId: String(report?.incidentReportId) };
	const [whole] = await read('incidentreport', { ...get, options: { addText: true } });
	expect(whole?.text).not.toMatch(/\{"|Question 1/);
	const answers = whole?.answers as Array<{ question: string; answer: string }>;
	for (const { question, answer } of answers) {
		expect(whole?.text).toContain(question);
		expect(`${question}${answer}`).not.toContain('{');
	}
	const [flat] = await read('incidentreport', { ...get, options: { flatten: true } });
	expect(Object.keys(flat ?? {})).toContain(`answer.${answers[0]?.question}`);
});

test('an event: what a trigger subscribes to is switched off again', async () => {
	const store = credentialFor(bench.sandbox, 'webhook', { serviceDetails });
	const host = new Host('loop', { '*': store });
	const node = triggerNode({ events: ['timesheet.approve'] });
	await host.publish([node]);
	expect(eventsOf(await active(bench.sandbox))).toEqual(['timesheet.approve']);
	expect(await host.unpublish([node])).toEqual({ told: [] });
	expect(await active(bench.sandbox)).toEqual([]);
	const bare = new Host('loop', { '*': credentialFor(bench.sandbox, 'webhook') });
	await bare.publish([node]).catch(() => undefined);
	await expect(bare.publish([node])).rejects.toThrow(/isActive/);
});

test('a total that counts something else is told unless Service Details say so', async () => {
	const sandbox = await startSandbox({ ratePerMinute: 100_000, choices: { total: 'everything' } });
	try {
		const store = credentialFor(sandbox, 'incidentreport', { requestsPerMinute: 6000 });
		const list = { resource: 'incidentReport', operation: 'getAll', period: 'anyTime', returnAll: true };
		const approved = { ...list, filters: { isApproved: true } };
		expect((await runNode(store, approved)).hints.join()).toMatch(/may be incomplete/);
		const { hints, error } = await runNode(store, approved, { serviceDetails: { totals: 'ignore' } });
		expect({ error, hints: hints.join() }).toEqual({
			error: undefined,
			hints: expect.not.stringMatching(/may be incomplete/),
		});
	} finally {
		await sandbox.close();
	}
});
