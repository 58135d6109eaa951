// Which answer the service gives to what its document leaves open.
import { expect, test } from '@jest/globals';
import { startSandbox } from '../../../sandbox/index.mts';
import type { Choices } from '../../../sandbox/ground/choices.mts';
import { readingLine } from '../../../scripts/compare/readings.mts';
import { asText } from '../../../scripts/compare/report.mts';
import type { Comparison } from '../../../scripts/compare/run.mts';
import type { Alter } from '../support/altered.mts';
import { run, type Run, useComparedService } from '../support/comparison.mts';

const service = useComparedService();

async function against(choices: Partial<Choices>): Promise<Run> {
	const sandbox = await startSandbox({ ratePerMinute: 100_000, choices });
	try {
		return await run(['--base-url', sandbox.url, '--api-key-env', 'KEY', '--subscription-key-env', 'SUB', '--json'], {
			KEY: sandbox.keys.incidentreport,
			SUB: sandbox.subscriptionKey,
		});
	} finally {
		await sandbox.close();
	}
}

const readingsOf = ({ out }: Run): Comparison['readings'] => (JSON.parse(out) as Comparison).readings;

test.each(['all', 'unapproved'] as const)('a service whose isApproved=false lists %s is told', async (isApproved) => {
	expect(readingsOf(await against({ isApproved }))).toEqual([
		{ choice: 'isApproved', service: isApproved, sandbox: expect.stringMatching(/^(all|unapproved)$/) },
	]);
});

test('the line of a reading says what makes the sandbox do the same', () => {
	const about = 'reading  isApproved (what isApproved=false, the default of incident reports, lists)';
	const line = (sandbox: string): string => readingLine({ choice: 'isApproved', service: 'unapproved', sandbox });
	expect(line('all')).toBe(`${about}: unapproved, the sandbox does with --choose isApproved=unapproved.`);
	expect(line('unapproved')).toBe(`${about}: unapproved, as the sandbox.`);
});

test.each<[string, Alter]>([
	['shows no approved report', (path, status, body) => emptied(path, status, body, 'data')],
	['shows no report id', (path, status, body) => emptied(path, status, body, 'reportId')],
])('a service that %s leaves it open, and says so', async (_, alter) => {
	const { url } = await service.altered(alter);
	const result = await service.compare(url, 'incidentreport', '--json');
	expect(readingsOf(result)[0]).toMatchObject({ choice: 'isApproved', service: null });
	expect(asText(JSON.parse(result.out) as Comparison)).toMatch(
		/^open {5}isApproved \(.*\): the records of the service don’t tell\.$/m,
	);
});

function emptied(
	path: string,
	status: number,
	body: unknown,
	what: 'data' | 'reportId',
): { body: unknown } | undefined {
	if (!path.endsWith('/incidentreports/getall') || status !== 200) return undefined;
	const { data, ...rest } = body as { data: Array<Record<string, unknown>> };
	return { body: { ...rest, data: what === 'data' ? [] : data.map((row) => ({ ...row, reportId: '' })) } };
}
