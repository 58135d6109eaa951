// Watch Fields: a list to tick where the fields of a record are known, else a text.
import { expect, test } from '@jest/globals';
import { copyFamily } from '../../../../nodes/WorkforceOperations/watch/copies/event.ts';

test.each([
	['staff.changed', 'mobile'],
	['site.changed', 'latitude'],
	['licence.changed', 'expiryDate'],
	['customer.changed', undefined],
])('the watched fields of %s are ticked where they are known', (event, known) => {
	const own = copyFamily.fields?.filter(({ field, events }) => field.name === 'watchFields' && events?.includes(event));
	expect(own).toHaveLength(1);
	const { type, options = [] } = own?.[0]?.field ?? {};
	expect(type).toBe(known === undefined ? 'string' : 'multiOptions');
	expect(options.some((option) => 'value' in option && option.value === known)).toBe(known !== undefined);
});
