import { STAFF_FIELDS, STAFF_REST } from '../../form/recordFields';
import { SIMPLE_STAFF } from '../../form/fieldSelection';
import { textField } from '../../form/fields';
import { filterExpressionOption } from '../../form/listFilters';
import { activeInWords } from '../../operations/counts';
import { listOperation } from '../../operations/list';
import { includeLicences, licenceFields, licenceOptions } from './includeLicences';

export const getAll = listOperation({
	endpoint: 'staff.getAll',
	action: 'Get many staff',
	description: 'Retrieve the employees that the API key may see',
	activeOnly: 'isActive',
	filters: [textField('Search Text', 'searchText', 'Text to look for in names and identifiers')],
	advanced: [filterExpressionOption],
	simple: SIMPLE_STAFF,
	more: STAFF_FIELDS,
	known: [{ names: STAFF_REST }, ...licenceFields],
	counting: { by: ['status'], status: activeInWords, idle: ['includeLicences'] },
	options: licenceOptions,
	finish: includeLicences,
});
