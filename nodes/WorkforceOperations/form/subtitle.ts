/** An expression that reads a field of the form. */
type FieldExpression = `$parameter[${string}`;

/** Maps values to their labels inside an expression, because the editor shows the expression's result as it is. */
const lookupTable = (names: Readonly<Record<string, string>>): string => `(${JSON.stringify(names)})`;

/** Subtitle for one field: the label of its value, or the value itself if it isn't in the form. */
export const subtitleOf = (value: FieldExpression, names: Readonly<Record<string, string>>): string =>
	`={{ ${lookupTable(names)}[${value}] || ${value} }}`;

/** Subtitle for a multi-select. */
export const subtitleOfSeveral = (values: FieldExpression, names: Readonly<Record<string, string>>): string =>
	`={{ (${values} || []).map(value => ${lookupTable(names)}[value] || value).join(", ") }}`;
