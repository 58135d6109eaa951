import { realIdOf, yesOrNo } from './values';
import { momentOf } from './time';
import { isJsonObject, type JsonObject } from './types';

interface WelfareCheck {
	id?: string;
	/** Epoch milliseconds. */
	sent: number;
	answered: boolean;
	followUps: number;
}

interface ListedCheck extends WelfareCheck {
	parent?: string;
}

const objectsIn = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** Deduplicated by id or, without one, by the second in which they were sent. */
function listedChecks(record: JsonObject): Map<string, ListedCheck> {
	const checks = new Map<string, ListedCheck>();
	for (const entry of [...objectsIn(record.welfareCheckResponses), ...objectsIn(record.welfareCheckNotifResponses)]) {
		const [id, sent, parent] = [
			realIdOf(entry.welfareCheckId),
			momentOf(entry.dateSent),
			realIdOf(entry.parentWelfareCheckId),
		];
		if (sent === undefined) continue;
		const key = id ?? `sent ${Math.floor(sent / 1000)}`;
		const known = checks.get(key);
		checks.set(key, {
			id,
			sent: Math.min(sent, known?.sent ?? sent),
			answered: yesOrNo(entry.hasResponse) === true || known?.answered === true,
			parent: parent === id ? undefined : parent,
			followUps: Math.max(objectsIn(entry.followUps).length, known?.followUps ?? 0),
		});
	}
	return checks;
}

/**
 * It is undocumented which of the two lists holds an unanswered check. A check counts as answered if either list has an
 * answer to it. A follow-up belongs to its check, and an answer to it counts for the check (all assumed).
 */
export function welfareChecks(record: JsonObject): WelfareCheck[] {
	const checks = listedChecks(record);
	const followers = new Map<string, ListedCheck[]>();
	for (const check of checks.values()) {
		if (check.parent !== undefined) followers.set(check.parent, [...(followers.get(check.parent) ?? []), check]);
	}
	return [...checks.values()]
		.filter(({ parent }) => parent === undefined || !checks.has(parent))
		.map(({ id, sent, answered, followUps }) => {
			const followed = id === undefined ? [] : (followers.get(id) ?? []);
			return {
				id,
				sent,
				answered: answered || followed.some((follower) => follower.answered),
				followUps: Math.max(followUps, followed.length),
			};
		});
}
