/** The same of a single report, which has other fields; its questions and answers are the tenth. */
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
	description: 'Whether to fetch the PDF of each report into the binary field “pdf”',
};

/** A list has no answers; what its records hold beside plain values becomes text. */
export const flatReports = {
	description:
		'Whether to return one flat row for each report, for sheets: what is nested becomes text, and the columns are the same for all rows of a run. Get brings the answers, too.',
};
