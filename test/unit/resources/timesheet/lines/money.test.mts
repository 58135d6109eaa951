import { describe, expect, test } from '@jest/globals';
import { LINE_NAMES } from '../../../../../nodes/WorkforceOperations/contract/index.ts';
import { linesOf } from '../../../../../nodes/WorkforceOperations/resources/timesheet/lines/line.ts';

const rate = (more: object): object => ({ name: 'Ordinary', hours: 8, hourlyRate: 30, amount: 240, ...more });

describe('The currency of a line', () => {
	test.each<[string, object, Array<string | null>]>([
		[
			'is what it says, in capitals',
			{ payRate: [rate({ currency: 'aud' }), rate({ currencyCode: 'GBP ' })] },
			['AUD', 'GBP'],
		],
		[
			'is the only one of its timesheet where it says none',
			{ payRate: rate({ currency: 'NZD' }), allowances: [{ name: 'Meal', amount: 18.5 }] },
			['NZD', 'NZD'],
		],
		[
			'is that of what holds it',
			{ payRate: { currency: 'AUD', lines: [rate({}), rate({ name: 'Night' })] } },
			['AUD', 'AUD'],
		],
		[
			'is not guessed among two',
			{
				payRate: [rate({ currency: 'AUD' }), rate({ currency: 'GBP' })],
				allowances: [{ name: 'Meal', amount: 18.5 }],
			},
			['AUD', 'GBP', null],
		],
		['is empty where nothing tells it', { payRate: rate({ currency: 7 }) }, [null]],
		['is no word of another kind', { payRate: rate({ currency: 'dollars' }) }, [null]],
	])('%s', (_, timesheet, currencies) => {
		const read = linesOf(
			{ timesheetId: 1, ...timesheet },
			{ side: 'pay', names: LINE_NAMES.pay, timeZone: 'Australia/Sydney' },
		);
		expect(read.map(({ line }) => line.currency)).toEqual(currencies);
	});
});
