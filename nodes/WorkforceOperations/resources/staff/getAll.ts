import { FIELDS } from '../../contract';
import { textField } from '../../form/fields';
import { filterExpressionOption } from '../../form/listFilters';
import { activeInWords } from '../../operations/counts';
import { listOperation } from '../../operations/list';
import { includeLicences, licenceOptions, licenceRowFields } from './includeLicences';

export const getAll = listOperation({
	endpoint: 'staff.getAll',
	action: 'Get many staff',
	description: 'Retrieve the employees that the API key can see',
	activeOnly: 'isActive',
	filters: [textField('Search Text', 'searchText', 'Text to look for in names and identifiers')],
	advanced: [filterExpressionOption],
	records: FIELDS.staff,
	otherRows: licenceRowFields,
	counting: { by: ['status'], status: activeInWords, idle: ['includeLicences'] },
	options: licenceOptions,
	finish: includeLicences,
});
