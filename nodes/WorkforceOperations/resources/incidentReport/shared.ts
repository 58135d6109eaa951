import { isBlank, yesOrNo } from '../../contract';
import { addedSwitch } from '../../form/fields';
import type { Counting } from '../../operations/counts';

export const pdfOption = addedSwitch({
	displayName: 'Download PDF',
	name: 'downloadPdf',
	description: 'Whether to download each report’s PDF, as a file in the field “pdf”',
});

/** The list has no answers, so nested values become JSON text. */
export const flatReports = {
	description: 'Whether to return one flat row per report, for sheets; nested values become text. Answers are in Get.',
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
