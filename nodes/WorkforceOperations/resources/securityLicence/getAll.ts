import { textField } from '../../form/plainFields';
import { SIMPLE_LICENCE } from '../../form/simplify';
import { largestFileOption } from '../../form/largestFile';
import { listOperation } from '../../operations/list';
import { downloads } from '../../operations/download';
import { employeeField } from './shared';

export const getAll = listOperation({
	endpoint: 'securityLicence.getAll',
	action: 'Get many security licences',
	description: 'Retrieve the licences of an employee, with expiry, status and attachment',
	fields: [employeeField],
	filters: [textField('Licence Number', 'licenseNumber', 'Only the licence with this number')],
	options: [
		{
			displayName: 'Download Attachment',
			name: 'downloadAttachment',
			type: 'boolean',
			default: false,
			description: 'Whether to fetch the file of each licence into the binary field “attachment”',
		},
		largestFileOption,
	],
	simple: SIMPLE_LICENCE,
	path: { id: employeeField },
	finish: downloads('downloadAttachment', { attachmentLink: 'attachment' }),
});
