import { textField } from '../../form/fields';
import { listOperation } from '../../operations/list';

export const getAll = listOperation({
	endpoint: 'formTemplate.getAll',
	action: 'Get many form templates',
	description:
		'Retrieve the form templates that incident reports are made with. Its path is assumed; Custom Request reaches another one.',
	activeOnly: 'showActiveOnly',
	filters: [textField('Form Name', 'formName', 'Only templates with this name')],
});
