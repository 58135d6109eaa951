import { isJsonObject, type JsonObject, yesOrNo } from '../../contract';
import type { Observation } from './detect';
import { realKeyPart } from '../core/keys';
import { atSite, clockTime, counted, duration, recordId, MINUTE_MS, momentOf } from '../core/text';
import { shiftKeys, readShift, type ShiftRules } from './rules';

interface Check {
	/** Within its shift: of its id or, without one, of the moment it was sent. */
	part: string;
	id?: string;
	sent: number;
	answered: boolean;
	parent?: string;
	followUps: number;
}

const checkList = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/**
 * The checks of a shift, each once. Nothing documents which of the two lists holds one without an answer: a check counts
 * as answered when either of them has it with an answer (assumed).
 */
function checksOf(record: JsonObject): Map<string, Check> {
	const checks = new Map<string, Check>();
	for (const entry of [...checkList(record.welfareCheckResponses), ...checkList(record.welfareCheckNotifResponses)]) {
		const [own, sent, parent] = [
			entry.welfareCheckId,
			momentOf(entry.dateSent),
			realKeyPart(entry.parentWelfareCheckId),
		];
		if (sent === undefined) continue;
		const part = realKeyPart(own) ?? `.${Math.floor(sent / 1000).toString(36)}`;
		const known = checks.get(part);
		checks.set(part, {
			part,
			id: realKeyPart(own) === undefined ? undefined : recordId(own),
			sent: Math.min(sent, known?.sent ?? sent),
			answered: yesOrNo(entry.hasResponse) === true || known?.answered === true,
			parent: parent === part ? undefined : parent,
			followUps: Math.max(checkList(entry.followUps).length, known?.followUps ?? 0),
		});
	}
	return checks;
}

/** Checks without an answer. A follow-up belongs to the check it follows, and its answer counts for that (assumed). */
export function unanswered(record: JsonObject, rules: ShiftRules): Observation[] {
	const { now, timeZone, graceMs } = rules;
	const shift = readShift(record, rules);
	if (shift === undefined) return [];
	const checks = checksOf(record);
	const followers = new Map<string, Check[]>();
	for (const check of checks.values()) {
		if (check.parent !== undefined && checks.has(check.parent))
			followers.set(check.parent, [...(followers.get(check.parent) ?? []), check]);
	}
	return [...checks.values()]
		.filter(({ parent }) => parent === undefined || !checks.has(parent))
		.map((check): Observation => {
			const followed = followers.get(check.part) ?? [];
			const followUps = Math.max(check.followUps, followed.length);
			const answered = check.answered || followed.some((follower) => follower.answered);
			const age = now - check.sent;
			const sent = clockTime(check.sent, undefined, { now, timeZone });
			const whom = `${shift.who}${atSite(record)}`;
			const more = followUps === 0 ? '' : `, nor ${counted(followUps, 'follow-up')}`;
			const holds = !answered && age >= graceMs;
			const why = answered
				? `${shift.who} has answered the welfare check of ${sent}${atSite(record)}`
				: `The welfare check of ${sent} to ${whom} was sent ${duration(age)} ago, which is less than ${duration(graceMs)}`;
			return {
				...shiftKeys({ ...shift, stem: `${check.part}.${shift.stem}`, formerly: check.id }),
				at: check.sent + graceMs,
				locator: shift.leavesAt,
				past: shift.past,
				holds,
				record,
				reason: holds
					? `${shift.who} has not answered the welfare check${atSite(record)} for ${duration(age)}, since ${sent}${more}`
					: why,
				numbers: {
					...(check.id === undefined ? {} : { welfareCheckId: check.id }),
					minutesLate: Math.floor(age / MINUTE_MS),
					followUps,
				},
			};
		});
}
