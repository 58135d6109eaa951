import { calendarDay, isoDay } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { expect, test } from '@jest/globals';

test.each(['2026-06-30T14:00:00Z', '2026-06-30T14:00:00+00:00', '2026-06-30T14:00:00.000+0000'])(
	'%s is midnight in Brisbane and means the day that begins there',
	(moment) => {
		expect(isoDay(calendarDay(moment, 'Australia/Brisbane') ?? 0)).toBe('2026-07-01');
	},
);
