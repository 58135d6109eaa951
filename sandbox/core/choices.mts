// If the service document is silent or ambiguous, the sandbox can simulate either meaning. This table is the only
// source of the choices: the command line, the README, the page and the code that simulates them read it.

/** A question that the document leaves open: its subject, its possible answers, and the answer of each variant. */
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
		{ all: 'active and inactive records', only: 'only inactive records' },
		{ default: 'all', contrary: 'only' },
	),
	isApproved: choice(
		'what `isApproved=false`, the default of incident reports, lists',
		{ all: 'all reports', unapproved: 'only reports that are not approved' },
		{ default: 'all', contrary: 'unapproved' },
	),
	nulls: choice(
		'where an answer has null',
		{
			documented:
				'only in fields that are documented as nullable; otherwise, texts are empty and other fields are left out',
			anywhere: 'wherever there is no value, text, list or message',
		},
		{ default: 'documented', contrary: 'anywhere' },
	),
	cursor: choice(
		'what a cursor contains',
		{
			id: 'the ID, and the anchor of the requested sort order',
			anchors: 'the ID and every anchor of the list; all of them must be sent back unchanged, otherwise 400',
		},
		{ default: 'id', contrary: 'anchors' },
	),
	end: choice(
		'what an answer gives as the next page after the last, and the previous page before the first',
		{
			null: 'null',
			absent: 'nothing: the key is missing',
			echo: 'the cursor from the request; for the first page, the cursor after its last row, and `direction=next` without a row',
			always: 'the cursor after its last row; for a page without rows, the same as `echo`',
		},
		{ default: 'null', contrary: 'absent' },
	),
	total: choice(
		'`totalRecordCount`',
		{
			right: 'all matching reports',
			absent: 'missing',
			everything: 'all reports of the company, whatever was requested',
		},
		{ default: 'right', contrary: 'absent' },
	),
	errorCode: choice(
		'`status.code` of an error',
		{ http: 'the HTTP status', own: 'a different, small number' },
		{ default: 'http', contrary: 'own' },
	),
	largestPage: choice(
		'a `limit` that is too large',
		{ clamped: '500 rows are returned, without a message', refused: 'a limit over 200 returns 400' },
		{ default: 'clamped', contrary: 'refused' },
	),
	writes: choice(
		'what writes return if their answer is undocumented (staff, licences, both PUTs of webhooks)',
		{ records: 'the records as they are now', ids: 'only their IDs', none: 'null', counts: 'how many there were' },
		{ default: 'records', contrary: 'none' },
	),
	notification: choice(
		'the body of a notification',
		{
			flat: 'event, type, ID, state and names, side by side',
			id: 'only the ID',
			nested: 'the record one level down, in `data`',
			rich: 'the whole record as in the lists, beside event and type',
			stamped: 'the ID and the time of the attempt, so that no two attempts are the same',
			otherNames: 'the same under other names (`Type`, `Action`, `TimesheetID`)',
			bothIds: 'both a `timesheetId` and an `incidentReportId`',
		},
		{ default: 'flat', contrary: 'nested' },
	),
	rates: choice(
		'what the pay rate and the service rate of a timesheet contain',
		{
			flat: 'one object with hours, rate and amount',
			several: 'an object with several named rates, each an object, and their total; numbers are text',
		},
		{ default: 'flat', contrary: 'several' },
	),
	unstated: choice(
		'what a timesheet contains if nobody has entered clock times, breaks or the client’s approval',
		{ named: 'no times, a break of 0, no approval', absent: 'nothing: their fields are missing' },
		{ default: 'named', contrary: 'absent' },
	),
	names: choice(
		'undocumented names (parameters; fields of rates, answers, changes and states; a path)',
		{
			likely: 'the likely names',
			other: 'other names, each of which can be corrected in the credential’s Service Details',
		},
		{ default: 'likely', contrary: 'likely' },
	),
	batch: choice(
		'how many records a notification is about',
		{
			one: 'one, which is the body',
			list: 'the body is a list, even for a single record',
			overlapping: 'a list of this record and the subscription’s previous one',
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
	if (!values.includes(value)) throw new Error(`${known} must be one of ${values.join(', ')}, not "${value}".`);
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
			: 'Simulates the contrary variant, which makes the opposite choice where the service document is silent';
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
	'| Choice | Question | `default` | `contrary` | Others |',
	'|---|---|---|---|---|',
	...choiceNames.map((name) => {
		const [usual, contrary, ...others] = valuesOf(name).map(([value, words]) => `\`${value}\`: ${words}`);
		return `| \`${name}\` | ${choiceTable[name].about} | ${usual} | ${contrary} | ${others.join('; ')} |`;
	}),
];
