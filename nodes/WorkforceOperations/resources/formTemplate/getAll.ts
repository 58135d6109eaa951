import { textField } from '../../form/fields';
import { listOperation } from '../../operations/list';

export const getAll = listOperation({
	endpoint: 'formTemplate.getAll',
	action: 'Get many form templates',
	description: 'Retrieve the form templates for incident reports. The path is assumed; Custom Request can use another.',
	activeOnly: 'showActiveOnly',
	filters: [textField('Form Name', 'formName', 'Only templates with this name')],
});
