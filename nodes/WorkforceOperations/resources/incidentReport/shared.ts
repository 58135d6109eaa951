/** What people chain: which report, where, who, when, how it stands. */
export const SIMPLE_REPORT = [
	'incidentReportId',
	'reportId',
	'reportName',
	'formName',
	'customerName',
	'siteName',
	'staffName',
	'submittedByName',
	'submittedDate',
	'dateCreated',
	'isApproved',
	'status',
	'pdfLink',
] as const;

export const pdfOption = {
	displayName: 'Download PDF',
	name: 'downloadPdf',
	type: 'boolean' as const,
	default: false,
	description: 'Whether to fetch the PDF of each report into the binary field “pdf”',
};
