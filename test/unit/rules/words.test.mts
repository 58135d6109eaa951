// What people read in the forms: short, and in the same words for the same things.
import { describe, expect, test } from '@jest/globals';
import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { allFields, nodes, workforce } from './nodes.mts';

const LONGEST = { description: 150, hint: 150, notice: 200 } as const;
const MOST_WORDS = 30;

interface Text {
	place: string;
	kind: 'name' | 'description' | 'hint' | 'placeholder' | 'notice' | 'action';
	text: string;
}

type Entry = Partial<
	Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'hint' | 'placeholder' | 'type' | 'options' | 'modes'>
> & { value?: unknown; action?: string; values?: INodeProperties[] };

/** Every text of a field, and of what it offers. */
function textsOf(entry: Entry, above: string): Text[] {
	const { displayName, name = '', description, hint, placeholder, action, type, value } = entry;
	const place = `${above}.${String(value ?? name)}`;
	const given: Array<[Text['kind'], string | undefined]> = [
		[type === 'notice' ? 'notice' : 'name', displayName ?? name],
		['description', description],
		['hint', hint],
		['placeholder', placeholder],
		['action', action],
	];
	const inside: Array<Entry | INodePropertyMode> = [
		...(entry.options ?? []),
		...(entry.values ?? []),
		...(entry.modes ?? []),
	];
	return [
		...given.flatMap(([kind, text]) => (text === undefined || text === '' ? [] : [{ place, kind, text }])),
		...inside.flatMap((each) => textsOf(each as Entry, place)),
	];
}

const credential = new WorkforceOperationsApi();
const sentences = (text: string): string[] => text.replace(/<[^>]*>/g, '').split(/(?<=[.:;?!])\s+/);

const isLong = ({ kind, text }: Text): boolean =>
	(kind in LONGEST && text.length > LONGEST[kind as keyof typeof LONGEST]) ||
	sentences(text).some((sentence) => sentence.split(/\s+/).length > MOST_WORDS);

/** A term that is never said, or only where it belongs. */
const OTHER_WORDS: ReadonlyArray<[RegExp, (text: Text) => boolean]> = [
	[/binary/i, () => false],
	[/sweep/i, () => false],
	// Guards are those whose shifts, clocking and welfare checks are told; everybody else is an employee.
	[
		/guards?\b/i,
		({ place, text }) => /\.(shift|welfareCheck)\.|fullName|countBy/.test(place) || text.includes('Guarding'),
	],
	// The resource, what n8n lists its operations under, and names of the service’s own fields.
	[
		/staff\b/i,
		({ kind, place, text }) =>
			kind === 'action' || text === 'Staff' || /staff\.(?:created|changed)$|\.(fields|outputFields)\./.test(place),
	],
	[/licen[s]e/i, ({ text }) => text.includes('securityLicenseId')],
];

describe.each([...nodes, credential])('The form of $displayName', ({ properties }) => {
	const texts = properties.flatMap((field) => textsOf(field, ''));

	test('has no text that is longer than people read', () =>
		expect(texts.filter(isLong).map(({ place, text }) => `${place}: ${text}`)).toEqual([]));

	test.each(OTHER_WORDS)('says %s only where it belongs', (word, mayBe) =>
		expect(texts.filter((each) => word.test(each.text) && !mayBe(each))).toEqual([]),
	);

	test('shows an example in every field that is typed into, after “e.g.”', () =>
		expect(
			texts.filter(
				({ kind, text }) =>
					// n8n’s linter wants one address for all fields that take one.
					kind === 'placeholder' && !/^(e\.g\. \S|Add |Choose )/.test(text) && text !== 'name@email.com',
			),
		).toEqual([]));
});

test('a field for an e-mail address shows n8n’s own example', () => {
	const fields = allFields(workforce.properties).filter(
		({ type, displayName }) => type === 'string' && displayName === 'Email',
	);
	expect(fields.length).toBeGreaterThan(3);
	expect(fields.filter(({ placeholder }) => placeholder !== 'name@email.com')).toEqual([]);
});

test('buttons that add something are spelled alike', () => {
	const all = nodes
		.flatMap(({ properties }) => allFields(properties))
		.flatMap(({ placeholder = '' }) => (/^add\b/i.test(placeholder) ? [placeholder] : []));
	expect(all.length).toBeGreaterThan(20);
	expect([...new Set(all)].filter((text) => !/^Add [a-z][a-z ]*$/.test(text))).toEqual([]);
});

describe('Below its name a node shows', () => {
	/** What n8n makes of the expression, with these values in the form. */
	const shown = (index: number, $parameter: object): unknown => {
		const { subtitle = '' } = nodes[index] ?? {};
		const [, code = ''] = /^=\{\{(.*)\}\}$/s.exec(subtitle) ?? [];
		return new Function('$parameter', `return ${code}`)($parameter);
	};

	test.each([
		[0, { resource: 'timesheet', operation: 'getAll' }, 'Timesheet: Get Many'],
		[0, { resource: 'staff', operation: 'upsert' }, 'Staff: Create or Update'],
		[0, { resource: 'staff', operation: 'other' }, 'staff.other'],
		[1, { events: ['timesheet.approve', 'incidentreport.reject'] }, 'Timesheet Approved, Incident Report Rejected'],
		[1, { events: ['patrol.end', 'serviceDetails'] }, 'patrol.end, Event Named in Service Details'],
		[1, {}, ''],
		[2, { event: 'shift.notClockedIn' }, 'Guard Not Clocked In'],
	])('of node %s with %j “%s”', (index, parameters, words) => expect(shown(index, parameters)).toBe(words));
});
