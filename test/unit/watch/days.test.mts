import { expect, test } from '@jest/globals';
import { dayOf, isoDay } from '../../../nodes/WorkforceOperations/watch/core/text.ts';

test.each(['2026-06-30T14:00:00Z', '2026-06-30T14:00:00+00:00', '2026-06-30T14:00:00.000+0000'])(
	'%s is midnight in Brisbane and means the day that begins there',
	(moment) => {
		expect(isoDay(dayOf(moment, 'Australia/Brisbane') ?? 0)).toBe('2026-07-01');
	},
);
