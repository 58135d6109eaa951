import { type JsonObject, welfareChecks, MINUTE_MS } from '../../contract';
import { keyPart } from '../core/keys';
import { atSite, clockTime, counted, duration } from '../core/text';
import { type Observation, observed, readShift, type ShiftRules } from './shift';

/** Checks without an answer. A follow-up belongs to the check it follows, and its answer counts for that (assumed). */
export function unanswered(record: JsonObject, rules: ShiftRules): Observation[] {
	const { now, graceMs } = rules;
	const shift = readShift(record, rules);
	if (shift === undefined) return [];
	return welfareChecks(record).map((check) => {
		const { answered, followUps } = check;
		const age = now - check.sent;
		const sent = clockTime(check.sent, record, rules);
		const whom = `${shift.who}${atSite(record)}`;
		const more = followUps === 0 ? '' : `, despite ${counted(followUps, 'follow-up')}`;
		const holds = !answered && age >= graceMs;
		const why = answered
			? `${whom} has answered the welfare check sent at ${sent}`
			: `The welfare check to ${whom} was sent ${duration(age)} ago, at ${sent}; the limit is ${duration(graceMs)}`;
		const stem = `${keyPart(check.id) ?? `.${Math.floor(check.sent / 1000).toString(36)}`}.${shift.stem}`;
		return observed({ ...shift, stem }, record, {
			at: check.sent + graceMs,
			holds,
			reason: holds ? `${whom} has not answered the welfare check sent ${duration(age)} ago, at ${sent}${more}` : why,
			numbers: {
				...(check.id === undefined ? {} : { welfareCheckId: check.id }),
				minutesLate: Math.floor(age / MINUTE_MS),
				followUps,
			},
		});
	});
}
