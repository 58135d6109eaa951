import { isBlank, yesOrNo } from '../../contract';
import { addedSwitch } from '../../form/fields';
import type { Counting } from '../../operations/counts';

export const pdfOption = addedSwitch({
	displayName: 'Download PDF',
	name: 'downloadPdf',
	description: 'Whether to fetch the PDF of each report, as a file in the field “pdf”',
});

/** Flatten for the list: it has no answers, and nested values become JSON text. */
export const flatReports = {
	description:
		'Whether to return one flat row for each report, for sheets: what is nested becomes text. The answers come with Get.',
};

export const reportCounting: Counting = {
	by: ['customer', 'site', 'guard', 'status', 'day'],
	guard: { names: ['staffName', 'submittedByName'], ids: ['staffId'] },
	status: ({ status, isApproved }) => {
		const approved = yesOrNo(isApproved);
		if (!isBlank(status) || approved === undefined) return status;
		return approved ? 'Approved' : 'Not Approved';
	},
	starts: ['submittedDate', 'dateCreated'],
};
