import { BOTH_HALVES } from '../../form/locators';
import { textField } from '../../form/fields';
import { listOperation } from '../../operations/list';

export const getAll = listOperation({
	endpoint: 'formTemplate.getAll',
	action: 'Get many form templates',
	description:
		'Retrieve the form templates that incident reports are made with. The path of this list is not in the service’s documentation and therefore assumed; Custom Request reaches another one.',
	activeOnly: { parameter: 'showActiveOnly', ids: ['formTemplateId', 'id', 'templateId'] },
	filters: [
		{
			displayName: 'Active Only',
			name: 'showActiveOnly',
			type: 'boolean',
			default: true,
			description: `Whether to leave out archived templates. When the filter isn’t added, the service leaves them out. ${BOTH_HALVES}`,
		},
		textField('Form Name', 'formName', 'Only templates with this name'),
	],
});
