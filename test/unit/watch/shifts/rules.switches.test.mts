// Switches of records as a service may write them: as text or as a number.
import { expect, test } from '@jest/globals';
import { invalid } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { offSite } from '../../../../nodes/WorkforceOperations/watch/shifts/rules.ts';
import { unanswered } from '../../../../nodes/WorkforceOperations/watch/shifts/welfareChecks.ts';
import { hashes } from '../guardKeys.mts';

const rules = { now: Date.parse('2026-07-01T09:00:00Z'), timeZone: 'UTC', graceMs: 0, daysBefore: [], hashes };
const shift = { shiftId: 1, name: 'Aroha Ngata', startTime: '2026-07-01T08:00:00Z' };

const yes = [true, 'true', 'True', 1, 'Y'];
const no = [false, 'false', 'False', 0, 'N', null, ''];

test.each([...yes.map((value) => ({ value, isYes: true })), ...no.map((value) => ({ value, isYes: false }))])(
	'$value says whether a check was answered, a guard was off site and a licence is invalid: $isYes',
	({ value, isYes }) => {
		const check = { welfareCheckId: 7, dateSent: '2026-07-01T08:30:00Z', hasResponse: value };
		const [checked] = unanswered({ ...shift, welfareCheckResponses: [check] }, rules);
		const [off] = offSite({ ...shift, timeIn: shift.startTime, isClockInOffSite: value }, rules);
		const licence = invalid({ securityLicenseId: 3, isInvalidLicense: value }, '1', rules);
		expect({ isAnswered: !checked?.holds, isOffSite: off?.holds, isInvalid: licence?.holds }).toEqual({
			isAnswered: isYes,
			isOffSite: isYes,
			isInvalid: isYes,
		});
	},
);
