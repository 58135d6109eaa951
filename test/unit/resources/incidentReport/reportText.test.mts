import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { answerNames } from '../../../../nodes/WorkforceOperations/contract/assumedNames.ts';
import {
	reportEntries,
	type ReportEntry,
	reportText,
} from '../../../../nodes/WorkforceOperations/resources/incidentReport/reportText.ts';

const names = answerNames();
const detail = (id: number, words: string, reply: unknown, more: IDataObject = {}): IDataObject => ({
	incidentReportDetailId: id,
	incidentReportQuestion: { question: words },
	incidentReportDetailAnswers: [{ incidentReportDetailAnswerId: id * 10, answer: reply as string }],
	...more,
});
const report: IDataObject = {
	incidentReportId: 7,
	reportId: 'IR-7',
	formName: 'Security incident',
	siteName: 'Coral Coast Library',
	siteCity: 'Cairns',
	customerName: 'Wattle & Co <Jewellers>',
	submittedByName: 'Aroha Ngata',
	submittedDate: '2026-07-02T08:04:00Z',
	incidentReportDetail: [
		detail(1, 'What happened?', 'A window is broken.\r\nGlass lies about.', {
			isNeedAction: true,
			actionDescription: 'Call a glazier',
		}),
		detail(2, 'Was anybody hurt?', 'Yes'),
		detail(3, 'Who?', '<b>Nobody</b> & "sons"', { parentIncidentReportDetailAnswerId: 20 }),
		detail(4, 'Where?', ' ', { parentIncidentReportDetailId: 3 }),
		detail(5, 'Police?', null, { isNeedAction: true }),
	],
};
const of = (changes: IDataObject = {}): { text: string; html: string } =>
	reportText({ ...report, ...changes }, names, 'Australia/Brisbane');

describe('A report as people read it', () => {
	test('has a heading, every question with its answer, what belongs to an answer below it, and what needs action', () => {
		expect(of().text).toBe(
			[
				'Security incident',
				'Report: IR-7',
				'Site: Coral Coast Library, Cairns',
				'Client: Wattle & Co <Jewellers>',
				'Reported by: Aroha Ngata',
				'Submitted: 2 July 2026, 18:04 AEST',
				'',
				'What happened?',
				'  A window is broken.',
				'  Glass lies about.',
				'  Needs action: Call a glazier',
				'',
				'Was anybody hurt?',
				'  Yes',
				'',
				'  Who?',
				'    <b>Nobody</b> & "sons"',
				'',
				'    Where?',
				'      –',
				'',
				'Police?',
				'  –',
				'  Needs action: yes',
			].join('\n'),
		);
	});

	test('is HTML without styles and scripts, in which nothing foreign is a tag', () => {
		const { html } = of({ siteName: 'O’Brien’s "Store" \'24' });
		expect(html).toMatch(/^<h2>Security incident<\/h2>\n<p><strong>Report:<\/strong> IR-7<br>\n<strong>Site:/);
		expect(html).toContain('&quot;Store&quot; &#39;24, Cairns');
		expect(html).toContain('<strong>Client:</strong> Wattle &amp; Co &lt;Jewellers&gt;');
		expect(html).toContain(
			'A window is broken.<br>Glass lies about.<br>\n<strong>Needs action:</strong> Call a glazier',
		);
		expect(html).toContain(
			'&lt;b&gt;Nobody&lt;/b&gt; &amp; &quot;sons&quot;\n<ul>\n<li><strong>Where?</strong><br>\n–</li>',
		);
		expect(html).not.toMatch(/style|script|class=/);
	});

	test('without questions ends with its facts', () =>
		expect(of({ incidentReportDetail: [] }).html).toMatch(/AEST<\/p>$/));

	const answered = (...incidentReportDetailAnswers: unknown[]): IDataObject =>
		({ incidentReportDetail: [{ incidentReportDetailAnswers }] }) as IDataObject;
	const only = (one: IDataObject): IDataObject => ({ incidentReportDetail: [one] });
	const nothing = Object.fromEntries(Object.keys(report).map((field) => [field, null]));
	const patrol = { patrolSiteName: 'Gate 3', patrolSiteAddress: '1 Main St', patrolSiteCity: 'Cairns' };
	const noList = { incidentReportDetail: { incidentReportQuestion: 'Q', incidentReportDetailAnswers: 'A' } };
	const aFile = { incidentReportDetailAnswers: [{ answer: '', attachmentName: 'a.jpg' }] };
	const inSydney = { timeZone: 'Australia/Sydney', submittedDate: '2026-10-03T15:30:00Z' };

	test.each<[string, IDataObject, RegExp]>([
		['nothing but an id', { ...nothing, incidentReportId: 7 }, /^Incident report\nReport: 7$/],
		[
			'no submission',
			{ submittedDate: null, dateCreated: '2026-01-01T00:00:00Z' },
			/Created: 1 January 2026, 10:00 AEST/,
		],
		['a date that is none', { submittedDate: 'soon' }, /Submitted: soon/],
		['details that are no list', noList, /\n\nQ\n {2}A$/],
		['details that are text', { incidentReportDetail: ['odd', 5] }, /Question 1\n {2}odd\n\nQuestion 2\n {2}5$/],
		['several answers', answered(' a ', { answer: 0 }, '', { answer: 'b' }), /Question 1\n {2}a; 0; b$/],
		['a file in place of words', only(detail(1, 'Photo', '', aFile)), /Photo\n {2}a\.jpg$/],
		['an answer under names that nobody knows', answered({ antwort: 'ja' }), /\{"antwort":"ja"\}$/],
		['answers that are empty', answered({ answer: ' ', id: 5 }, {}), /Question 1\n {2}–$/],
		['details that are empty', { incidentReportDetail: '' }, /AEST$/],
		[
			'an action that nothing flags',
			only(detail(1, 'Q', 'A', { actionDescription: 'Call' })),
			/Q\n {2}A\n {2}Needs action: Call$/,
		],
		['the zone of its site', inSydney, /2026, 01:30 AEST/],
		['an address', { siteAddress: '2 Main St' }, /\nSite: Coral Coast Library, 2 Main St, Cairns\n/],
		['a site that is no text', { siteName: { id: 1 } }, /\nSite: Cairns\n/],
		['a patrol site', patrol, /\nPatrol site: Gate 3, 1 Main St, Cairns\n/],
		['a guard in place of who submitted it', { submittedByName: '', staffName: 'Mei' }, /\nReported by: Mei\n/],
		['a name in place of its form’s', { formName: null, reportName: 'Theft' }, /^Theft\n/],
		['control characters and halves of characters', { formName: ' A\u0007B\ud83d' }, /^AB\ufffd\n/],
	])('with %s', (_, changes, words) => expect(of(changes).text).toMatch(words));

	test.each<[string, IDataObject[], string[]]>([
		[
			'an answer’s plain id',
			[
				{ incidentReportQuestion: 'A', incidentReportDetailAnswers: [{ id: 4, answer: 'Yes' }] },
				{ incidentReportQuestion: 'B', parentIncidentReportDetailAnswerId: 4 },
			],
			['A', '  Yes', '', '  B', '    –'],
		],
		[
			'the first of several with one id',
			[
				detail(1, 'A', 'x'),
				detail(1, 'B', 'y'),
				{ incidentReportQuestion: 'C', parentIncidentReportDetailId: 1 },
				{ incidentReportQuestion: 'D', parentIncidentReportDetailAnswerId: 10 },
			],
			['A', '  x', '', '  C', '    –', '', '  D', '    –', '', 'B', '  y'],
		],
		[
			'each other, or themselves',
			[
				detail(1, 'A', 'x', { parentIncidentReportDetailId: 2 }),
				detail(2, 'B', 'y', { parentIncidentReportDetailId: 1 }),
				detail(3, 'C', 'z', { parentIncidentReportDetailId: 1 }),
				detail(4, 'D', 'w', { parentIncidentReportDetailId: 4 }),
			],
			['A', '  x', '', '  C', '    z', '', 'B', '  y', '', 'D', '  w'],
		],
	])('nests questions that belong to %s', (_, incidentReportDetail, lines) =>
		expect(of({ incidentReportDetail }).text.split('AEST\n\n')[1]).toBe(lines.join('\n')),
	);

	test('goes by names of the user’s own', () => {
		const changed = {
			incidentReportDetail: [
				{ incidentReportQuestion: { frage: 'Wer?' }, incidentReportDetailAnswers: [{ antwort: 'Ich', answer: 'no' }] },
			],
		};
		const own = { ...names, question: ['frage'], answer: ['antwort'] };
		expect(reportText(changed, own, 'UTC').text).toMatch(/Wer\?\n {2}Ich$/);
	});
});

describe('Whatever a report holds', () => {
	const id = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant(null));
	const details = fc.array(
		fc.record(
			{
				incidentReportDetailId: id,
				parentIncidentReportDetailId: id,
				parentIncidentReportDetailAnswerId: id,
				incidentReportDetailAnswers: fc.array(fc.record({ id, answer: fc.string() }, { noNullPrototype: true }), {
					maxLength: 2,
				}),
			},
			{ requiredKeys: [], noNullPrototype: true },
		),
		{ maxLength: 12 },
	);
	const every = (entries: readonly ReportEntry[]): string[] =>
		entries.flatMap(({ question: words, inside }) => [words, ...every(inside)]);

	test('each question is there once, also where they belong to each other in a ring', () => {
		fc.assert(
			fc.property(details, (given) => {
				const marked = given.map((each, index) => ({ ...each, incidentReportQuestion: `Q${index}` }));
				expect(every(reportEntries({ incidentReportDetail: marked }, names)).sort()).toEqual(
					marked.map((_each, index) => `Q${index}`).sort(),
				);
			}),
		);
	});

	test('nothing of it becomes a tag', () => {
		const spiteful = fc.oneof(
			fc.string(),
			fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=y>', '</ul>'),
		);
		fc.assert(
			fc.property(spiteful, spiteful, spiteful, (a, b, c) => {
				const { html } = of({
					formName: a,
					siteName: b,
					incidentReportDetail: [detail(1, b, c, { actionDescription: a })],
				});
				expect(html.replace(/<\/?(h2|p|ul|li|strong|br)>/g, '')).not.toMatch(/[<>]/);
			}),
		);
	});
});
