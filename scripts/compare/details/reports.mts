// With an incident report key: the path and ids of form templates, and the fields of questions and answers.
import type { PackageContract } from '../../docs/sources.mts';
import { type Asked, fieldsOf, type Finding, idField, isDate, isFilled, only, type Row, rowsOf } from './finding.mts';

const PATHS = [
	'/api/external/incidentreport/formtemplates',
	'/api/external/incidentreports/formtemplates',
	'/api/external/incidentreport/form-templates',
	'/api/external/incidentreports/form-templates',
	'/api/external/formtemplates',
	'/api/external/form-templates',
	'/api/external/incidentreport/templates',
	'/api/external/report-templates',
	'/api/external/report-forms',
	'/api/external/forms',
];
const PARAMETERS = ['formTemplateId', 'templateId', 'formId', 'reportTemplateId', 'id'];

/** How many reports are checked for their answers. */
const SAMPLE = 5;

const texts = (rows: readonly Row[], field: string): string[] =>
	rows.map((row) => row[field]).filter((value): value is string => typeof value === 'string' && value.trim() !== '');

/** The list of templates is recognised by the names that reports show. */
export async function findTemplates(contract: PackageContract, service: Asked, reports: Row[]): Promise<Finding[]> {
	const names = new Set(reports.flatMap(({ reportName, formName }) => [reportName, formName]).filter(isFilled));
	for (const path of PATHS) {
		const rows = (await rowsOf(contract, service, path, {})) ?? [];
		const isList = rows.length > 0 && fieldsOf(rows).some((field) => rows.some((row) => names.has(row[field])));
		if (!isList) continue;
		const how = 'it lists the form names that reports show';
		const found: Finding[] = path === PATHS[0] ? [] : [{ place: 'formTemplatesPath', value: path, how }];
		return [...found, ...(await templateId(contract, service, rows))];
	}
	return [];
}

async function templateId(contract: PackageContract, service: Asked, templates: Row[]): Promise<Finding[]> {
	const likely = ['formTemplateId', 'id', 'templateId'];
	const own = idField(templates, likely);
	const field = own ?? likely.find((name) => fieldsOf(templates).includes(name));
	if (field === undefined) return [];
	const { path } = contract.endpoints['incidentReport.getAllByFormTemplate'];
	for (const name of [...new Set([...PARAMETERS.slice(0, 1), field, ...PARAMETERS])]) {
		const lists: string[][] = [];
		for (const template of templates.slice(0, 5)) {
			const rows = (await rowsOf(contract, service, path, { [name]: String(template[field]), limit: '20' })) ?? [];
			if (rows.length > 0) lists.push(rows.map(({ incidentReportId }) => String(incidentReportId)));
			if (lists.length === 2) break;
		}
		const [one, other] = lists;
		if (one === undefined || other === undefined || one.some((id) => other.includes(id))) continue;
		const how = 'it returned different reports for two templates';
		return name === 'formTemplateId' ? [] : [{ place: 'formTemplateId', value: name, how }];
	}
	return [];
}

/** If one report in ten has a file, this many reports almost certainly include one. */
const MOST_REPORTS = 60;

const isLink = (text: string): boolean => /^https?:\/\//i.test(text);
const isFileName = (text: string): boolean => !isLink(text) && /^[^/:]+\.[a-z\d]{2,5}$/i.test(text);

/** The field with texts of this kind in most rows; if several, the one with the longest texts. */
function textField(rows: readonly Row[], fits: (text: string) => boolean): string | undefined {
	const length = (field: string): number => texts(rows, field).join('').length;
	return fieldsOf(rows)
		.filter((field) => texts(rows, field).length > 0 && texts(rows, field).every(fits))
		.sort((one, other) => length(other) - length(one))[0];
}

export async function findAnswerFields(contract: PackageContract, service: Asked, reports: Row[]): Promise<Finding[]> {
	const { path } = contract.endpoints['incidentReport.get'];
	const [questions, answers]: [Row[], Row[]] = [[], []];
	let looked = 0;
	const hasFile = (): boolean => answers.some((row) => Object.values(row).some((value) => isLink(String(value))));
	for (const [at, { incidentReportId }] of reports.slice(0, MOST_REPORTS).entries()) {
		// Few reports have a file, so reading continues until one is found.
		if (at >= SAMPLE && hasFile()) break;
		looked = at + 1;
		const rows = (await rowsOf(contract, service, path, { incidentReportId: String(incidentReportId) })) ?? [];
		for (const detail of rows.flatMap((row) => row.incidentReportDetail)) {
			if (!contract.isJsonObject(detail)) continue;
			questions.push(...[detail.incidentReportQuestion].filter(contract.isJsonObject));
			answers.push(...[detail.incidentReportDetailAnswers].flat().filter(contract.isJsonObject));
		}
	}
	const isPlain = (text: string): boolean => !isLink(text) && !isFileName(text) && !isDate(text);
	const fields = [
		['question', questions, isPlain, 'the longest texts of questions'],
		['answer', answers, isPlain, 'the texts of answers'],
		['fileLink', answers, isLink, 'the links in answers'],
		['fileName', answers, isFileName, 'the names of files in answers'],
	] as const;
	return fields.flatMap(([what, rows, fits, how]): Finding[] => {
		const isKnown = rows.some((row) => contract.saysSomething(contract.filledField(row, contract.answerNames()[what])));
		if (isKnown) return [];
		const place = `answerFields.${what}`;
		const field = textField(rows, fits);
		return field === undefined
			? [{ place, how: looked === 0 ? 'no report is listed' : `none of ${looked} reports has ${how}` }]
			: [{ place, value: field, how: `it contains ${how}` }];
	});
}

/** New date fields of reports: one that every report has, and one that only decided reports have. */
export function findReportChanges(approved: Row[], others: Row[]): Finding[] {
	const all = [...approved, ...others];
	const fields = fieldsOf(all);
	const dates = fields.filter((field) => !['dateCreated', 'submittedDate', 'modifiedDate'].includes(field));
	const holds = (rows: Row[], field: string): boolean => rows.every((row) => isDate(row[field]));
	const always = dates.filter((field) => all.length > 1 && holds(all, field));
	const decided = dates.filter(
		(field) =>
			approved.length > 1 &&
			others.some((row) => !isFilled(row[field])) &&
			holds(approved, field) &&
			!always.includes(field),
	);
	const [submit, at] = [only(always), only(decided)];
	const place = 'changeFields.incidentReport';
	return [
		...(submit === undefined || fields.includes('submittedDate')
			? []
			: [
					{
						place: `${place}.submit`,
						value: submit,
						how: 'the only date that every report has, besides its creation date',
					},
				]),
		...(at === undefined || fields.includes('modifiedDate')
			? []
			: [
					{
						place: `${place}.approve`,
						value: { field: 'isApproved', at },
						how: 'the only date that every approved report has, but some others don’t',
					},
				]),
	];
}
