import { BOTH_HALVES } from '../../form/placeFilters';
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
		{
			displayName: 'Form Name',
			name: 'formName',
			type: 'string',
			default: '',
			description: 'Only templates with this name',
		},
	],
});
