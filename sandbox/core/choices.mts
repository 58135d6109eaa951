// Where the service document is silent or ambiguous, the sandbox can play either meaning. This table is the only source about
// choices: the command line, the README, the page and the code that plays them read it.

/** A question that the document leaves open: its subject, its possible answers, and which of them each variant gives. */
interface Choice<Value extends string> {
	about: string;
	values: Readonly<Record<Value, string>>;
	default: Value;
	contrary: Value;
}

const choice = <Value extends string>(
	about: string,
	values: Record<Value, string>,
	variants: { default: NoInfer<Value>; contrary: NoInfer<Value> },
): Choice<Value> => ({ about, values, ...variants });

export const choiceTable = {
	inactive: choice(
		'what `isActive=false` and `showActiveOnly=false` list',
		{ all: 'active and inactive records', only: 'the inactive ones alone' },
		{ default: 'all', contrary: 'only' },
	),
	isApproved: choice(
		'what `isApproved=false`, the default of incident reports, lists',
		{ all: 'all reports', unapproved: 'those alone that are not approved' },
		{ default: 'all', contrary: 'unapproved' },
	),
	nulls: choice(
		'where an answer holds null',
		{
			documented:
				'only in fields that the document calls nullable; elsewhere a text is empty and any other field is left out',
			anywhere: 'wherever there is nothing: no text, no list, no message',
		},
		{ default: 'documented', contrary: 'anywhere' },
	),
	cursor: choice(
		'what a cursor holds',
		{
			id: 'the id, and the anchor of the sort that was asked for',
			anchors: 'the id and every anchor that the list knows; all of them must come back as they are, else 400',
		},
		{ default: 'id', contrary: 'anchors' },
	),
	end: choice(
		'what an answer says of the page behind the last one, and of that before the first',
		{
			null: 'null',
			absent: 'nothing: the key is missing',
			echo: 'the cursor that it was asked for by; a first page the one behind its last row, and `direction=next` without a row',
			always: 'the cursor behind its last row; a page without a row as with `echo`',
		},
		{ default: 'null', contrary: 'absent' },
	),
	total: choice(
		'`totalRecordCount`',
		{
			right: 'all reports that match',
			absent: 'is missing',
			everything: 'all reports of the company, whatever was asked for',
		},
		{ default: 'right', contrary: 'absent' },
	),
	errorCode: choice(
		'`status.code` of an error',
		{ http: 'the HTTP status', own: 'a small number of its own' },
		{ default: 'http', contrary: 'own' },
	),
	largestPage: choice(
		'a `limit` that is too large',
		{ clamped: '500 rows come, silently', refused: 'more than 200 is 400' },
		{ default: 'clamped', contrary: 'refused' },
	),
	writes: choice(
		'what comes back from writes whose answer nobody shows (staff, licences, both PUTs of webhooks)',
		{ records: 'the records as they are now', ids: 'their ids alone', none: 'null', counts: 'how many there were' },
		{ default: 'records', contrary: 'none' },
	),
	notification: choice(
		'the body of a notification',
		{
			flat: 'event, type, id, state and names, side by side',
			id: 'the id alone',
			nested: 'the record one level down, in `data`',
			rich: 'the whole record as the lists show it, beside event and type',
			stamped: 'the id, and the moment of this very attempt, so that no two attempts are alike',
			otherNames: 'the same under other names (`Type`, `Action`, `TimesheetID`)',
			bothIds: 'a `timesheetId` and an `incidentReportId`, whatever it is about',
		},
		{ default: 'flat', contrary: 'nested' },
	),
	rates: choice(
		'what a rate breakdown holds as pay rate and as service rate',
		{
			flat: 'one object with hours, rate and amount',
			several: 'an object of several rates by their names, each an object, beside their total; numbers are text',
		},
		{ default: 'flat', contrary: 'several' },
	),
	unstated: choice(
		'what a timesheet says of clock times, breaks and the client’s approval that nobody has entered',
		{ named: 'no time, a break of 0, no approval', absent: 'nothing: their fields are missing' },
		{ default: 'named', contrary: 'absent' },
	),
	names: choice(
		'the names that no document shows (of parameters, of fields of rates, answers, changes and states, a path)',
		{ likely: 'the likely ones', other: 'others, each of which Service Details of the credential can correct' },
		{ default: 'likely', contrary: 'likely' },
	),
	batch: choice(
		'how many records a notification is about',
		{
			one: 'one, which is its body',
			list: 'its body is a list, of one record where one thing has happened',
			overlapping: 'a list of the record and of the one that the subscription was told of before',
		},
		{ default: 'one', contrary: 'list' },
	),
} as const;

type Table = typeof choiceTable;
type ChoiceName = keyof Table;
/** An answer to every question. */
export type Choices = { readonly [Name in ChoiceName]: keyof Table[Name]['values'] };

export const variantNames = ['default', 'contrary'] as const;
export type VariantName = (typeof variantNames)[number];

export const choiceNames = Object.keys(choiceTable) as ChoiceName[];

/** Parses `inactive=only`. Throws an error that lists the valid names. */
export function readChoice(text: string): Partial<Choices> {
	const [name = '', value = ''] = text.split('=').map((part) => part.trim());
	const known = choiceNames.find((candidate) => candidate === name);
	if (known === undefined) throw new Error(`There is no choice "${name}". Choices: ${choiceNames.join(', ')}.`);
	const values = Object.keys(choiceTable[known].values);
	if (!values.includes(value)) throw new Error(`${known} is one of ${values.join(', ')}, not "${value}".`);
	return { [known]: value };
}

/** The answers of a variant, with single ones overridden. */
export function choicesOf(variant: VariantName, changes: Partial<Choices> = {}): Choices {
	const answers = Object.fromEntries(choiceNames.map((name) => [name, choiceTable[name][variant]]));
	return { ...(answers as unknown as Choices), ...changes };
}

/** A sentence about what is running: the variant, and the choices that differ from it. */
export function describeChoices(variant: VariantName, choices: Choices): string {
	const changed = choiceNames.filter((name) => choices[name] !== choiceTable[name][variant]);
	const start =
		variant === 'default'
			? 'Simulates what the service document says'
			: 'Simulates the contrary variant: where the service document is silent, it makes the opposite choice';
	const list = changed.map((name) => `${name}=${choices[name]}`).join(', ');
	return changed.length === 0 ? `${start}.` : `${start}, except ${list}.`;
}

/** The values of a choice in the order default, contrary, others. */
function valuesOf(name: ChoiceName): Array<[value: string, words: string]> {
	const { values, default: usual, contrary } = choiceTable[name];
	const rank = (value: string): number => (value === usual ? 0 : value === contrary ? 1 : 2);
	return Object.entries(values).sort(([one], [other]) => rank(one) - rank(other));
}

/** The table as lines of help: each choice, its subject, its values. */
export const choiceLines = (): string[] =>
	choiceNames.map(
		(name) =>
			`  ${name.padEnd(17)} ${choiceTable[name].about.replaceAll('`', '')}: ${valuesOf(name)
				.map(([value]) => value)
				.join(' | ')}`,
	);

/** The table as Markdown. */
export const choiceMarkdown = (): string[] => [
	'| Choice | Is about | `default` | `contrary` | Others |',
	'|---|---|---|---|---|',
	...choiceNames.map((name) => {
		const [usual, contrary, ...others] = valuesOf(name).map(([value, words]) => `\`${value}\`: ${words}`);
		return `| \`${name}\` | ${choiceTable[name].about} | ${usual} | ${contrary} | ${others.join('; ')} |`;
	}),
];
