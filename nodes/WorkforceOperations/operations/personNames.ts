import type { IDataObject } from 'n8n-workflow';
import { isBlank, isKnown, pick } from '../contract';
import type { Call } from '../transport';

/** Fields with a whole name of a person; `name` is one where the record is of a person. */
const WHOLE_NAME =
	/^(?:(?:staff|employee|guard|user|manager|supervisor|officer|contact|emergencycontact|approver|full)_?name|(?:approved|submitted|modified|created|called|reported|rejected|updated|signed|entered|inEntered|outEntered)By(?:_?(?:full)?name)?|managerEmployee|customerApprover|guard|employee|person)$/i;

const OF_PEOPLE = ['liveOperation', 'staff', 'securityLicence'];

const HTML_SIGNS: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Fields by which an unknown record is a shift of somebody. */
const OF_SHIFT = /^(?:timeIn|publishedShiftID)$/;

/** The first and the last name come together; further ones would tell them. */
const FIRST = /^(?:first|given)_?name$/i;
const LAST = /^(?:last|family|sur)_?name$/i;
const FURTHER = /^(?:known_?as.*|middle(?:_?name)?|nick_?name|preferred.*name|initials)$/i;

/** Where a record says whose its own name is. */
const OWN_IDS: Readonly<Record<string, readonly string[]>> = {
	staff: ['id'],
	securityLicence: ['employeeId'],
	loginAudit: ['userId'],
};

/** Whether a field holds whole names of people. */
export const isWholeName = (field = ''): boolean => WHOLE_NAME.test(field);

/** The resource of records; undefined where nobody knows it. */
export type Kind = string | undefined;

export const kindOf = (endpoint: Call['endpoint']): Kind => (isKnown(endpoint) ? endpoint.id.split('.')[0] : undefined);

export interface Person {
	/** The fields that hold the name, or its parts. */
	fields: string[];
	name: string;
	/** Tells two of one name apart; empty where nothing does. */
	id: string;
}

export const isName = (value: unknown): value is string => typeof value === 'string' && /\p{L}/u.test(value);

const idIn = (value: unknown): string =>
	typeof value === 'object' || isBlank(value) || isName(value) ? '' : String(value);

/** The people whose names stand in fields of a record. */
export function peopleIn(record: IDataObject, kind: Kind): Person[] {
	const fields = Object.keys(record);
	const isOfPerson = OF_PEOPLE.includes(kind ?? '') || fields.some((field) => OF_SHIFT.test(field));
	const own = idIn(pick(record, OWN_IDS[kind ?? ''] ?? ['staffId']));
	const idOf = (field: string): string => {
		const by = field.replace(/_?(?:full)?name$/i, '');
		return /By$/.test(by) ? (by === field ? '' : idIn(record[by])) : own;
	};
	const whole = fields
		.filter((field) => WHOLE_NAME.test(field) || (isOfPerson && field.toLowerCase() === 'name'))
		.filter((field) => isName(record[field]))
		.map((field) => ({ fields: [field], name: String(record[field]).trim(), id: idOf(field) }));
	const parts = [FIRST, LAST].flatMap((part) => fields.find((field) => part.test(field)) ?? []);
	const name = parts
		.map((field) => record[field])
		.filter(isName)
		.map((part) => part.trim())
		.join(' ');
	return name === '' ? whole : [...whole, { fields: parts, name, id: own }];
}

/** A name as a readable report writes it in HTML. */
const inHtml = (name: string): string => name.replace(/[&<>"']/g, (sign) => HTML_SIGNS[sign] ?? sign);

/** A record with other names for its people. No half of a name stays, and none of them in a text that was made of it. */
export function renamed(record: IDataObject, kind: Kind, as: (person: Person) => string): IDataObject {
	const shown: IDataObject = { ...record };
	for (const person of peopleIn(record, kind)) {
		const other = as(person);
		const [first = '', last] = person.fields;
		const parts = other.split(' ');
		if (last === undefined) shown[first] = other;
		else [shown[first], shown[last]] = [parts.slice(0, -1).join(' '), parts.at(-1)];
		for (const text of ['text', 'html']) {
			const words = shown[text];
			const written = text === 'html' ? inHtml(person.name) : person.name;
			if (typeof words === 'string') shown[text] = words.replaceAll(written, other).replaceAll(person.name, other);
		}
	}
	for (const field of Object.keys(record)) if (FURTHER.test(field) && isName(record[field])) shown[field] = null;
	return shown;
}

/** The fields that belong to some of those that were asked for: half a name can’t be told from another one. */
export const withWholeNames = (names: readonly string[]): string[] => [
	...new Set(
		names.flatMap((name) => [
			...(FIRST.test(name) || LAST.test(name) || FURTHER.test(name) ? ['firstName', 'lastName'] : []),
			name,
			...(name === 'text' || name === 'html' ? ['staffName', 'submittedByName'] : []),
		]),
	),
];
