// Watch Fields: a list to tick of the fields of the record.
import { expect, test } from '@jest/globals';
import { copyFamily } from '../../../../nodes/WorkforceOperations/watch/copies/event.ts';

test.each([
	['staff.changed', 'mobile', 'licences'],
	['customer.changed', 'abbreviation', 'status'],
	['site.changed', 'apiReferenceNumber', 'siteApiId'],
	['licence.changed', 'expiryDate', 'licenceNumber'],
])('of %s has %j, and not %j, which comes with an option or inside other fields', (event, known, other) => {
	const own = copyFamily.fields?.filter(({ field, events }) => field.name === 'watchFields' && events?.includes(event));
	expect(own).toHaveLength(1);
	const { type, options = [] } = own?.[0]?.field ?? {};
	expect(type).toBe('multiOptions');
	const values = options.map((option) => 'value' in option && option.value);
	expect([known, other].filter((name) => values.includes(name))).toEqual([known]);
});
