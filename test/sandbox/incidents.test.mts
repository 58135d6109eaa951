import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { bodyOf, expectFiltered, ids, subscribe, until, useClient, useInbox, type Json } from './support.mts';

const client = useClient();
const receiver = useInbox();

const statusOf = async (path: string): Promise<number> => (await client.get('incidentreport', path)).status;
const list = (query = '') => client.get('incidentreport', `/external/incidentreports/getall?${query}`);

test('the list counts, goes by id and names its next page', async () => {
	const first = await list('limit=40');
	expect(first.body).toMatchObject({
		recordCount: 40,
		totalRecordCount: 130,
		prevPageEndpoint: null,
		prevPageParams: null,
		nextPageEndpoint: '/api/external/incidentreports/getall',
	});
	expect(first.body.nextPageParams).toBe(`direction=next&referenceId=${String(first.rows[39]?.incidentReportId)}`);
	expect((await list()).rows).toHaveLength(100);
	expect(ids((await list('limit=500')).rows, 'incidentReportId')).toEqual(
		Array.from({ length: 130 }, (_, index) => 80_001 + index),
	);
});

test.each<[query: string, fits: (row: Json) => boolean]>([
	['isApproved=true', ({ isApproved }) => isApproved === true],
	['formName=Slip,%20Trip%20or%20Fall', ({ reportName }) => reportName === 'Slip, Trip or Fall'],
	['searchText=stadium', (row) => /stadium/i.test(JSON.stringify(row))],
	['customerId=1001;1004', ({ customerApiReferenceNumber: of }) => of === 'CU-HSC' || of === 'CU-SCT'],
	['siteId=2001;2013', ({ siteApiReferenceNumber: of }) => of === 'ST-2001' || of === 'ST-2013'],
])('the list is filtered by %s', async (query, fits) => {
	await expectFiltered((more) => list(`limit=500&${more}`), query, fits);
});

test('the list is filtered by report ID and dates, not by isApproved=false, and sorted by name or date', async () => {
	const all = (await list('limit=500')).rows;
	expect((await list('limit=500&isApproved=false')).rows).toHaveLength(all.length);
	expect((await list(`reportId=${String(all[33]?.reportId)}`)).rows).toEqual([all[33]]);
	const at = String(all[50]?.submittedDate);
	expect(ids((await list(`startDate=${at}&endDate=${at}`)).rows, 'incidentReportId')).toEqual([80_051]);
	const sorted = (await list('limit=500&referenceName=')).rows.map((row) => String(row.reportName));
	expect(sorted).toEqual([...sorted].sort());
	expect((await list('limit=3&referenceDateTime=2000-01-01T00:00:00Z')).body.nextPageParams).toContain(
		'referenceDateTime=',
	);
});

test('commas between ids, foreign ids and foreign companies are refused', async () => {
	expect((await list('customerId=1001,1002')).status).toBe(400);
	for (const query of ['customerId=1901', 'siteId=2001;2901', 'companyId=2'])
		for (const path of [
			'/external/incidentreports/getall?',
			'/external/incidentreports/reportdata?incidentReportId=80001&',
			'/external/incidentreport/formtemplate?formTemplateId=501&',
		])
			expect({ query, path, status: await statusOf(`${path}${query}`) }).toEqual({ query, path, status: 403 });
	expect((await list('companyId=1&limit=1')).status).toBe(200);
});

test('the full report has questions, answers, follow-ups and photo links that open', async () => {
	const rows = (await list('limit=500')).rows;
	const reports = await Promise.all(
		rows
			.slice(0, 60)
			.map((row) =>
				client.get(
					'incidentreport',
					`/external/incidentreports/reportdata?incidentReportId=${String(row.incidentReportId)}`,
				),
			),
	);
	const details = reports.flatMap(
		(report) => (report.body.data as { incidentReportDetail: Json[] }).incidentReportDetail,
	);
	expect(reports[3]?.body.data).toMatchObject({
		incidentReportId: 80_004,
		formName: rows[3]?.reportName,
		reportId: rows[3]?.reportId,
	});
	const followUp = details.find((detail) => detail.parentIncidentReportDetailId !== undefined);
	const parent = details.find((detail) => detail.incidentReportDetailId === followUp?.parentIncidentReportDetailId);
	expect((parent?.incidentReportDetailAnswers as Json[])[0]).toMatchObject({
		incidentReportDetailAnswerId: followUp?.parentIncidentReportDetailAnswerId,
		answer: 'Yes',
	});
	expect(details.some((detail) => detail.isNeedAction === true && typeof detail.actionDescription === 'string')).toBe(
		true,
	);
	const photo = details
		.flatMap((detail) => detail.incidentReportDetailAnswers as Json[])
		.find((answer) => answer.attachmentLink !== undefined);
	const picture = await fetch(String(photo?.attachmentLink));
	expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
	expect(await statusOf('/external/incidentreports/reportdata?incidentReportId=1')).toBe(404);
	expect(await statusOf('/external/incidentreports/reportdata?incidentReportId=79001')).toBe(403);
});

test('the PDF opens without a sign-in', async () => {
	const pdf = await fetch(String((await list('limit=1')).rows[0]?.pdfLink));
	const bytes = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
	expect({
		status: pdf.status,
		type: pdf.headers.get('content-type'),
		start: bytes.slice(0, 5),
		namesReport: bytes.includes('IR-'),
	}).toEqual({ status: 200, type: 'application/pdf', start: '%PDF-', namesReport: true });
	expect(bytes.slice(Number(/startxref\n(\d+)/.exec(bytes)?.[1])).startsWith('xref')).toBe(true);
	expect((await fetch(`${client.sandbox.url}/files/incident-reports/1.pdf`)).status).toBe(404);
});

test('form templates: no cursor, reports by template', async () => {
	const templatesOf = (query: string) =>
		client.get('incidentreport', `/external/incidentreport/formtemplates?${query}`);
	const templates = await templatesOf('');
	expect([templates.rows.length, 'nextPageParameter' in templates.body]).toEqual([8, false]);
	expect((await templatesOf('formName=alarm')).rows).toEqual([expect.objectContaining({ formTemplateId: 503 })]);
	const rest = await templatesOf('limit=3&referenceId=506&direction=next');
	expect(ids(rest.rows, 'formTemplateId')).toEqual([507, 508]);
	const reports = await client.get(
		'incidentreport',
		'/external/incidentreport/formtemplate?formTemplateId=503&limit=2',
	);
	expect(reports.rows.map((row) => row.reportName)).toEqual(['Fire Alarm or Evacuation', 'Fire Alarm or Evacuation']);
	expect(reports.body.nextPageEndpoint).toBe('/api/external/incidentreport/formtemplate');
	expect(await statusOf('/external/incidentreport/formtemplate?formTemplateId=999')).toBe(404);
	expect(await statusOf('/external/incidentreport/formtemplate?formTemplateId=591')).toBe(403);
	expect(await statusOf('/external/incidentreport/formtemplate')).toBe(400);
});

test('a decision shows in the list and reaches the listeners', async () => {
	const { secret } = await subscribe(client, receiver.url, 'approve', 'incidentreport');
	const pending = (await client.admin<Json[]>('GET', '/incidentreports?status=Pending&limit=1'))[0];
	const decision = await client.admin<{ deliveries: number[] }>(
		'POST',
		`/incidentreports/${String(pending?.incidentReportId)}/approve`,
	);
	expect(decision).toEqual({
		incidentReportId: pending?.incidentReportId,
		status: 'Approved',
		deliveries: [expect.any(Number)],
	});
	const hit = await until(() => receiver.received[0]);
	expect(hit.signature).toBe(createHmac('sha256', secret).update(hit.body).digest('hex'));
	expect(bodyOf(hit)).toMatchObject({
		eventType: 'incidentreport',
		event: 'approve',
		incidentReportId: pending?.incidentReportId,
		reportId: pending?.reportId,
	});
	const row = (await list(`reportId=${String(pending?.reportId)}`)).rows[0];
	expect(row).toMatchObject({ isApproved: true, status: 'Approved', modifiedByName: 'Dana Whitlock' });
});
