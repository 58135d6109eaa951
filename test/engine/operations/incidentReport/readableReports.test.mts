import { describe, expect, test } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { credentialFor, runNode } from '../../../../kit/core/engine.mts';
import { useBench } from '../../support/bench.mts';
import { inCollections } from '../../support/collections.mts';
import type { Canned, Seen } from '../../support/recorder.mts';

// What is to be pasted holds what the credential's Service Details hold already.
const bench = useBench({ end: 'null' });
const list = '/api/external/incidentreports/getall';
const get = (incidentReportId: unknown, options: IDataObject, more: IDataObject = {}): IDataObject => ({
	resource: 'incidentReport',
	operation: 'get',
	incidentReportId: String(incidentReportId),
	...inCollections(options),
	...more,
});
const asksList = ({ path }: Seen): boolean => path === list;
const fine = { status: { code: 0, errorMessage: '' }, errors: [] };

/** Reports of the sandbox: an approved one, and one that isn't. */
async function reports(): Promise<Record<'approved' | 'open', IDataObject>> {
	const all = await bench.ok('incidentreport', { resource: 'incidentReport', operation: 'getAll', returnAll: true });
	const of = (isApproved: boolean): IDataObject => all.find((report) => report.isApproved === isApproved) ?? {};
	const found = { approved: of(true), open: of(false) };
	bench.recorder.seen.length = 0;
	return found;
}

const read = async (parameters: IDataObject, serviceDetails?: object): Promise<INodeExecutionData> => {
	const { items, error } = await bench.run('incidentreport', parameters, { serviceDetails });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0] ?? { json: {} };
};

/** A service that has this one report; files are the sandbox's. */
const showing = (data: IDataObject): void =>
	bench.recorder.answer(({ path }) => (path.includes('/reportdata') ? { body: { ...fine, data } } : undefined));

describe('Incident Report → Get', () => {
	test('adds the text of the report, whatever Simplify and Flatten do, and asks for nothing more', async () => {
		const { approved } = await reports();
		const whole = await read(get(approved.incidentReportId, { addText: true }, { simplify: false }));
		expect(bench.recorder.seen).toHaveLength(1);
		const details = whole.json.incidentReportDetail as IDataObject[];
		const questions = details.map(({ incidentReportQuestion }) =>
			String((incidentReportQuestion as IDataObject).question),
		);
		const lines = String(whole.json.text)
			.split('\n')
			.map((line) => line.trim());
		expect(lines).toEqual(expect.arrayContaining([`Report: ${String(approved.reportId)}`, ...questions]));
		for (const question of questions)
			expect(lines.filter((line) => line === question).length).toBe(
				questions.filter((each) => each === question).length,
			);
		expect(whole.json.html).toMatch(/^<h2>.*<\/ul>$/s);
		const brief = await read(get(approved.incidentReportId, { addText: true }));
		expect({ text: brief.json.text, html: brief.json.html }).toEqual({ text: whole.json.text, html: whole.json.html });
		const flat = await read(get(approved.incidentReportId, { addText: true, flatten: true }));
		expect(flat.json.text).toBe(whole.json.text);
		const only = await read(get(approved.incidentReportId, { addText: true, outputFields: 'html' }));
		expect(Object.keys(only.json)).toEqual(['html']);
	});

	test('keeps the column of a question that is called “text”', async () => {
		const own = { incidentReportQuestion: 'text', incidentReportDetailAnswers: 'own' };
		showing({ incidentReportId: 1, timeZone: 'Nowhere', incidentReportDetail: [own] });
		const { json, hints } = await bench.run('incidentreport', get(1, { addText: true, flatten: true }));
		expect(json).toMatchObject([{ 'answer.text': 'own', text: expect.stringMatching(/text\n {2}own$/) }]);
		// The text shows times as well.
		expect(hints).toEqual([expect.stringMatching(/^Unreadable times or time zones: timeZone “Nowhere”/)]);
	});

	test.each(['approved', 'open'] as const)('fetches the PDF of a report that is %s', async (state) => {
		const report = (await reports())[state];
		const store = credentialFor(bench.sandbox, 'incidentreport');
		const { items } = await runNode(store, get(report.incidentReportId, { downloadPdf: true }));
		const { binary, json = {} } = items[0] ?? {};
		expect(binary?.pdf).toMatchObject({
			mimeType: 'application/pdf',
			fileName: `${String(report.incidentReportId)}.pdf`,
		});
		expect(Buffer.from(binary?.pdf?.data ?? '', 'base64').toString('latin1')).toContain(String(report.reportId));
		expect(json.downloadError).toBeUndefined();
	});

	const detail = { incidentReportId: 5, reportId: 'R5' };
	const pdfLink = '/x.pdf';
	const nobodys = [null, ''].map((incidentReportId) => ({ incidentReportId, pdfLink }));
	const notThere = /does not contain this report/;
	test.each<[string, IDataObject, unknown, RegExp]>([
		['only rows of other reports', detail, [{ incidentReportId: 55, reportId: 'R5', pdfLink }], notThere],
		['no row', detail, [], notThere],
		[
			'a row without a link',
			{ ...detail, incidentReportId: '5 ' },
			[{ incidentReportId: ' 5', pdfLink: ' ' }],
			/no link to its PDF/,
		],
		['rows without an ID for a report without one', { ...detail, incidentReportId: null }, nobodys, notThere],
		['a report without a report ID', { incidentReportId: 5, reportId: '' }, [], /has no report ID/],
		['a list that refuses', detail, undefined, /could not be read/],
	])('says why there is no PDF: %s', async (_, report, rows, words) => {
		const list: Canned = rows === undefined ? { status: 403, body: '' } : { body: { ...fine, data: rows } };
		bench.recorder.answer((seen) => (asksList(seen) ? list : { body: { ...fine, data: report } }));
		const { binary, json } = await read(get(5, { downloadPdf: true, outputFields: 'incidentReportId' }));
		expect(binary).toBeUndefined();
		const { incidentReportId } = report;
		expect(json).toEqual({ incidentReportId, downloadError: expect.stringMatching(words) });
		const asked = bench.recorder.seen.filter(asksList).map(({ query }) => query.reportId);
		expect([...new Set(asked)]).toEqual(report.reportId === '' ? [] : ['R5']);
	});

	test('does not read a list to its end that ignores which report is looked for', async () => {
		bench.recorder.answer((seen) => {
			const first = 100 * bench.recorder.seen.length;
			const data = Array.from({ length: 100 }, (_, index) => ({ incidentReportId: first + index }));
			const nextPageParams = `direction=next&referenceId=${first}`;
			return { body: { ...fine, ...(asksList(seen) ? { data, nextPageParams } : { data: detail }) } };
		});
		const { json } = await read(get(5, { downloadPdf: true }));
		expect(json.downloadError).toMatch(/does not contain this report/);
		expect(bench.recorder.seen.filter(asksList).map(({ query }) => query.isApproved)).toEqual([
			...[undefined, undefined],
			...['true', 'true'],
		]);
	});

	test('fetches the files of answers under the names that they have, each once, and says which could not be', async () => {
		const pixel = '/files/photos/p.png';
		const answers = [
			{ attachmentLink: pixel, attachmentName: '../folder/Broken window.png' },
			{ attachmentLink: pixel, attachmentName: 'twice.png' },
			{ photos: [{ attachmentLink: `${pixel}?second` }, { attachmentLink: 'no /link' }, { url: `${pixel}?third` }] },
			{ attachmentLink: '/files/nowhere/at.all' },
		];
		showing({ ...detail, incidentReportDetail: { incidentReportDetailAnswers: answers } as unknown as IDataObject });
		const { binary, json } = await read(get(5, { downloadFiles: true }));
		expect(Object.entries(binary ?? {}).map(([field, file]) => [field, file.fileName, file.mimeType])).toEqual([
			['file1', 'Broken window.png', 'image/png'],
			['file2', 'p.png', 'image/png'],
		]);
		expect(json.downloadError).toMatch(/^file3: /);
		const own = await read(get(5, { downloadFiles: true }), { answerFields: { fileLink: 'photos' } });
		expect(own.binary).toBeUndefined();
	});

	test('fetches an answer that is a link to the own host as well, and no other text', async () => {
		const photo = `${bench.recorder.url}/files/photos/p.png`;
		const details = [
			{
				incidentReportDetailAnswers: [
					photo,
					`See ${photo}`,
					'/files/photos/p.png',
					'https://elsewhere.example.com/p.png',
				],
			},
			{ incidentReportDetailAnswers: [{ answerText: `${photo}?2`, attachmentName: 'Gate.png' }, { answer: photo }] },
			{ incidentReportDetailAnswers: `${photo}?3` },
			{ incidentReportQuestion: `${photo}?4`, note: `${photo}?5` },
		];
		showing({ ...detail, incidentReportDetail: details });
		const { binary, json } = await read(get(5, { downloadFiles: true }));
		expect(Object.entries(binary ?? {}).map(([field, { fileName }]) => [field, fileName])).toEqual([
			['file1', 'p.png'],
			['file2', 'Gate.png'],
			['file3', 'p.png'],
		]);
		expect(json.downloadError).toBeUndefined();
	});

	test('says of a report without a link to a file which fields were seen, and what to enter', async () => {
		const reports: Record<string, unknown[]> = {
			1: [{ answer: 'See below', evidence: 'https://files.example.com/a.png' }],
			2: ['Nothing'],
			3: [{ answer: 'x', attachmentLink: 'lost' }],
			4: [{ answer: 'x', attachmentLink: '/files/photos/p.png' }],
		};
		bench.recorder.answer(({ path, query }) => {
			if (!path.includes('/reportdata')) return undefined;
			const incidentReportDetailAnswers = reports[String(query.incidentReportId)];
			const incidentReportDetail = [{ incidentReportDetailAnswers }];
			return { body: { ...fine, data: { incidentReportId: query.incidentReportId, incidentReportDetail } } };
		});
		const all = get('={{ $json.id }}', { downloadFiles: true });
		const items = [1, 2, 3, 4].map((id) => ({ json: { id } }));
		const serviceDetails = { totals: 'ignore', answerFields: { fileName: 'named' } };
		const { hints, json } = await bench.run('incidentreport', all, { items, serviceDetails });
		expect(json.map(({ downloadError }) => downloadError)).toEqual(items.map(() => undefined));
		expect(hints).toEqual([
			'3 reports without a file: no link under “attachmentLink” in the answers. Report ID 1, 2, 3. Fields seen: answer, evidence, attachmentLink. If “evidence” is the link to a file, enter this in the credential’s Service Details: {"totals":"ignore","answerFields":{"fileName":["named"],"fileLink":["attachmentLink","evidence"]}}',
		]);
	});

	test('tells answers under another name once a run, also with Flatten', async () => {
		bench.recorder.answer(({ query: { incidentReportId } }) => {
			const detail = { incidentReportQuestion: { question: 'Who?' }, incidentReportDetailAnswers: [{ response: 'I' }] };
			return { body: { ...fine, data: { incidentReportId, incidentReportDetail: [detail] } } };
		});
		for (const flatten of [false, true]) {
			const items = [1, 2].map((id) => ({ json: { id } }));
			const { hints } = await bench.run('incidentreport', get('={{ $json.id }}', { flatten }), { items });
			expect(hints).toEqual([
				'2 answers can’t be read: no field “answer”; shown as JSON. Report ID 1, 2. Fields seen: response. If “response” is the text of the answer, enter this in the credential’s Service Details: {"answerFields":{"answer":["answer","response"]}}',
			]);
		}
	});

	test.each<[IDataObject, RegExp]>([
		[{ addText: '={{ "maybe" }}' }, /“Add Text” must be true or false/],
		[{ downloadFiles: true, largestFileMb: '={{ 0 }}' }, /Largest File/],
	])('a wrong option costs no request: %j', async (options, words) => {
		const { error } = await bench.run('incidentreport', get(5, options));
		expect(error?.message).toMatch(words);
		expect(bench.recorder.seen).toEqual([]);
	});
});
