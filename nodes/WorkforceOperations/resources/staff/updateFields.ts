import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, type JsonObject, splitList } from '../../contract';
import { inputError, type Item, parameter } from '../../form/item';
import { requireWholeNumber } from '../../form/read';
import type { OperationItem } from '../../operations/types';
import { withAdditional } from './batchWrite';
import { detailFields, employeeFields } from './fields';
import type { RowInput } from './rowInput';

const FIELDS_TO_EMPTY_LABEL = 'Fields to Empty';

/** Text fields only: whether the service accepts an empty date or number is undocumented. */
const emptiable = detailFields.filter(({ name, type }) => type === 'string' && name !== 'employeeReferenceNumber');

/** `fieldsToEmpty`: because an empty cell or field changes nothing, fields to be emptied are named here. */
export const fieldsToEmptyField: INodeProperties = {
	displayName: FIELDS_TO_EMPTY_LABEL,
	name: 'fieldsToEmpty',
	type: 'multiOptions',
	options: emptiable
		.map(({ displayName, name }) => ({ name: displayName, value: name }))
		.sort((one, other) => one.name.localeCompare(other.name)),
	default: [],
	description: 'What is to be deleted of the employee. A field that is left empty anywhere else is not changed.',
	builderHint: {
		propertyHint: "The names of fields such as ['mobile'], only where the user wants their values deleted.",
	},
};

/** The named fields with empty values. Throws if one also has a value or can't be emptied. */
function emptied(item: Item, filled: IDataObject): IDataObject {
	const empty: IDataObject = {};
	for (const name of splitList(parameter(item, 'fieldsToEmpty', []))) {
		const field = emptiable.find((each) => each.name === name);
		if (field === undefined) {
			throw inputError(
				item,
				`“${FIELDS_TO_EMPTY_LABEL}” names “${name.slice(0, 80)}”, which can’t be emptied`,
				`It may name ${emptiable.map((each) => each.name).join(', ')}.`,
			);
		}
		if (filled[name] !== undefined) {
			throw inputError(
				item,
				`“${field.displayName}” has a new value and stands in “${FIELDS_TO_EMPTY_LABEL}”`,
				'Remove it from one of the two.',
			);
		}
		empty[name] = '';
	}
	return empty;
}

/** What a row writes. */
interface UpdateBody {
	employee: JsonObject;
	licence: IDataObject | undefined;
}

/** The fields that a row writes. Throws if there is nothing, or nobody, to write. */
export async function changedEmployee(item: OperationItem, source: RowInput): Promise<UpdateBody> {
	source.requireColumn(
		item,
		'id',
		'It tells who is to be updated. To find employees by e-mail or employee number, use Create or Update.',
	);
	const { values, id, licence } = await source.values(item);
	if (isBlank(id)) throw inputError(item, '“ID” is empty', 'It tells who is to be updated.');
	const fields = employeeFields(item, values);
	const employee = withAdditional(item, {
		id: Number(requireWholeNumber(item, id, 'ID')),
		...fields,
		...emptied(item, fields),
	});
	// Updates take no licences; those have an operation of their own.
	delete employee.licenses;
	if (hasFields(employee) || licence !== undefined) return { employee, licence };
	throw inputError(
		item,
		'There is nothing to update',
		'Add at least one field under “Update Fields”, or a column. Fields that are empty for this item are not sent.',
	);
}

/** Whether anything but a licence is written. */
export const hasFields = (employee: JsonObject): boolean => Object.keys(employee).some((name) => name !== 'id');
