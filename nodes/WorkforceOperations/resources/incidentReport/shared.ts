/** The same of a single report, which has other fields. Its answers are the tenth: a list that can be read, or what came in place of one. */
export const SIMPLE_DETAIL = [
	'incidentReportId',
	'reportId',
	'formName',
	'customerName',
	'siteName',
	'staffName',
	'submittedByName',
	'submittedDate',
	'dateCreated',
	'incidentReportDetail',
] as const;

export const pdfOption = {
	displayName: 'Download PDF',
	name: 'downloadPdf',
	type: 'boolean' as const,
	default: false,
	description: 'Whether to fetch the PDF of each report, as a file in the field “pdf”',
};

/** A list has no answers; what its records hold beside plain values becomes text. */
export const flatReports = {
	description:
		'Whether to return one flat row for each report, for sheets: what is nested becomes text. The answers come with Get.',
};
