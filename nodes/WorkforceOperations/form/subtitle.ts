/** A field of the form, as an expression sees it. */
type Path = `$parameter[${string}`;

/** The names of the form for the values of its fields, for a subtitle: the editor shows what the expression gives. */
const table = (names: Readonly<Record<string, string>>): string => `(${JSON.stringify(names)})`;

/** What is chosen in one field, by its name in the form; a value that is new to the form stands for itself. */
export const subtitleOf = (value: Path, names: Readonly<Record<string, string>>): string =>
	`={{ ${table(names)}[${value}] || ${value} }}`;

/** What is chosen in a field that takes several, and what is typed in beside it. */
export const subtitleOfSeveral = (values: Path, more: Path, names: Readonly<Record<string, string>>): string =>
	`={{ (${values} || []).map(value => ${table(names)}[value] || value).concat(${more} || []).join(", ") }}`;
