// What the comparison tells of the choices that the document leaves open.
import { describe, expect, test } from '@jest/globals';
import { choiceTable, type Choices } from '../../../sandbox/core/choices.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import type { Reading } from '../../../scripts/compare/readings.mts';
import type { Comparison } from '../../../scripts/compare/run.mts';
import { run, useComparedService } from '../support/comparison.mts';
import { argsFor, bodiesAs, type Row } from './alters.mts';

const service = useComparedService();

async function readingsOf(
	choices: Partial<Choices>,
	key: keyof Sandbox['keys'],
): Promise<{ readings: Reading[]; text: string }> {
	const sandbox = await startSandbox({ ratePerMinute: 100_000, variant: 'default', choices });
	try {
		const args = argsFor(sandbox.url);
		const environment = { KEY: sandbox.keys[key], SUB: sandbox.subscriptionKey };
		const { out } = await run([...args, '--json'], environment);
		return { readings: (JSON.parse(out) as Comparison).readings, text: (await run(args, environment)).out };
	} finally {
		await sandbox.close();
	}
}

describe('The comparison tells', () => {
	const ends = Object.keys(choiceTable.end.values) as Array<Choices['end']>;
	test.each(ends)('that lists end with “%s”', async (end) => {
		for (const key of ['developer', 'liveops'] as const) {
			const { readings, text } = await readingsOf({ end }, key);
			const found = new Map(readings.map(({ endpoint, value }) => [endpoint, value]));
			const list = key === 'developer' ? 'GET /api/external/staffs' : 'GET /api/external/liveops';
			expect([found.get('GET /api/external/customers'), found.get(list)]).toEqual([end, end]);
			expect(new Set(readings.map(({ value }) => value))).toEqual(new Set([end]));
			expect(text).toMatch(new RegExp(`^ +${end}: .*GET /api/external/customers`, 'm'));
		}
	});

	const totals = Object.keys(choiceTable.total.values) as Array<Choices['total']>;
	test.each(totals)('that a total is “%s”', async (total) => {
		const { readings } = await readingsOf({ total }, 'incidentreport');
		const told = readings.filter(({ choice }) => choice === 'total');
		expect(told).toContainEqual({
			choice: 'total',
			endpoint: 'GET /api/external/incidentreports/getall',
			value: total,
		});
	});

	test.each(['all', 'unapproved'] as const)('that isApproved=false lists %s', async (isApproved) => {
		const { readings, text } = await readingsOf({ isApproved }, 'incidentreport');
		expect(readings.filter(({ choice }) => choice === 'isApproved')).toEqual([
			{ choice: 'isApproved', endpoint: 'GET /api/external/incidentreports/getall', value: isApproved },
		]);
		expect(text).toMatch(new RegExp(`^ +${isApproved}: GET /api/external/incidentreports/getall`, 'm'));
	});

	test.each<[string, (report: Row) => Row[]]>([
		['shows no approved report', () => []],
		['shows no report ID', (report) => [{ ...report, reportId: '' }]],
	])('nothing of isApproved where the service %s, and says so', async (_, altered) => {
		const reports = bodiesAs('/incidentreports/getall', ({ data, ...rest }) => ({
			...rest,
			data: (data as Row[]).flatMap(altered),
		}));
		const { out } = await service.compare((await service.altered(reports)).url, 'incidentreport');
		expect(out).toMatch(/^ +unknown: no approved report is found by its report ID\./m);
	});
});
