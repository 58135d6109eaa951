import { expect, test } from '@jest/globals';
import { mapperFields } from '../../../../nodes/WorkforceOperations/form/columns/columnReader.ts';

test('columns are shown to n8n’s mapper, none of them as a match', () => {
	const column = { name: 'id', label: 'ID', type: 'number' as const, aliases: [] };
	const shown = { defaultMatch: false, canBeUsedToMatch: false, display: true };
	expect(mapperFields([column, { ...column, name: 'dob', label: 'Birthday', type: 'dateTime' }], ['dob'])).toEqual({
		fields: [
			{ id: 'id', displayName: 'ID', type: 'number', required: false, ...shown },
			{ id: 'dob', displayName: 'Birthday', type: 'dateTime', required: true, ...shown },
		],
	});
});
