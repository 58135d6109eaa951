import { FIELDS } from '../../contract';
import { addedSwitch, textField } from '../../form/fields';
import { listOperation } from '../../operations/list';
import { attachFiles, largestFileOption } from '../../operations/attachFiles';
import { licenceEmployeeField } from '../../form/licences';

const attachmentOption = addedSwitch({
	displayName: 'Download Attachment',
	name: 'downloadAttachment',
	description: 'Whether to download each licence’s file into the field “attachment”',
});

export const getAll = listOperation({
	endpoint: 'securityLicence.getAll',
	action: 'Get many security licences',
	description: 'Retrieve an employee’s licences, with expiry, status and attachment',
	fields: [licenceEmployeeField],
	filters: [textField('Licence Number', 'licenseNumber', 'Only the licence with this number')],
	options: [attachmentOption.field, largestFileOption.field],
	records: FIELDS.securityLicence,
	path: { id: licenceEmployeeField },
	finish: attachFiles(attachmentOption, { attachmentLink: 'attachment' }),
});
