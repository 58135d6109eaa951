/** A field of the form, as an expression sees it. */
type FieldExpression = `$parameter[${string}`;

/** The names of the form for the values of its fields, for a subtitle: the editor shows what the expression gives. */
const lookupTable = (names: Readonly<Record<string, string>>): string => `(${JSON.stringify(names)})`;

/** What is chosen in one field, by its name in the form; a value that is new to the form stands for itself. */
export const subtitleOf = (value: FieldExpression, names: Readonly<Record<string, string>>): string =>
	`={{ ${lookupTable(names)}[${value}] || ${value} }}`;

/** What is chosen in a field that takes several, and what is typed in beside it. */
export const subtitleOfSeveral = (
	values: FieldExpression,
	more: FieldExpression,
	names: Readonly<Record<string, string>>,
): string =>
	`={{ (${values} || []).map(value => ${lookupTable(names)}[value] || value).concat(${more} || []).join(", ") }}`;
