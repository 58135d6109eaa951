import { type Cure, type Cures, forEditor, inWords, mapped, withCures } from '../transport/failures/cure';
import {
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type INode,
	type IPollFunctions,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { isBlank, isJsonObject, withoutDoubleStop } from '../contract';

/** An item of an execution, an activation, a delivery or a poll. */
export interface Item {
	readonly node: INode;
	/** IANA name of the workflow's time zone. */
	readonly timeZone: string;
	/** Absent outside of executions, where there is only one form. */
	itemIndex?: number;
	/** The period of the call that is being continued; it replaces the one in the form. */
	period?: { startDate?: string; endDate?: string };
	/** Resolves the field's expression. */
	get(name: string, fallback: unknown): unknown;
}

/** An item of an execution, which may have binary data. */
export interface ExecutionItem extends Item {
	context: IExecuteFunctions;
	itemIndex: number;
}

/** n8n has a separate node type for use by an AI agent. */
export const isTool = ({ node }: Pick<Item, 'node'>): boolean => node.type.endsWith('Tool');

type ItemContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

/** Getters, because n8n copies the node's whole description on each call. */
const itemBase = (context: ItemContext): Pick<Item, 'node' | 'timeZone'> => ({
	get node() {
		return context.getNode();
	},
	get timeZone() {
		return context.getTimezone();
	},
});

export const itemOfExecution = (context: IExecuteFunctions, itemIndex: number): ExecutionItem =>
	Object.assign(itemBase(context), {
		context,
		itemIndex,
		get: (name: string, fallback: unknown): unknown => context.getNodeParameter(name, itemIndex, fallback),
	});

const onlyItem = (context: IHookFunctions | IPollFunctions | IWebhookFunctions): Item =>
	Object.assign(itemBase(context), {
		get: (name: string, fallback: unknown): unknown => context.getNodeParameter(name, fallback),
	});

export const itemOfHook: (context: IHookFunctions) => Item = onlyItem;

export const itemOfWebhook: (context: IWebhookFunctions) => Item = onlyItem;

export const itemOfPoll: (context: IPollFunctions) => Item = onlyItem;

/** An error in the user's input, thrown before anything is sent. */
export function inputError({ node, itemIndex }: Item, message: string, cures?: Cures): NodeOperationError {
	const cleanCures = mapped(cures, withoutDoubleStop);
	const description = inWords(cleanCures) || undefined;
	return withCures(new NodeOperationError(node, withoutDoubleStop(message), { itemIndex, description }), cleanCures);
}

/** The second half of an input error: the refused value, and the cure. */
export const itIs = (value: unknown, cure = ''): string =>
	`It is “${String(value).slice(0, 80)}”.${cure === '' ? '' : ` ${cure}`}`;

/** For a value that its field doesn't accept. */
export const refusal = (item: Item, label: string, rule: string, value: unknown, cure?: Cure): NodeOperationError =>
	inputError(item, `“${label}” ${rule}`, [itIs(value), cure]);

/** Same for an options field; `names` lists its labels. */
export const notOffered = (item: Item, label: string, value: unknown, names: string): NodeOperationError =>
	refusal(
		item,
		label,
		'is not one of the choices',
		value,
		forEditor(`Choose one of: ${names}.`, `Give one of: ${names}.`),
	);

/** The value of a resource locator. An expression may give a plain value instead. */
export function plain(value: unknown): unknown {
	return isJsonObject(value) && '__rl' in value ? value.value : value;
}

/** A parameter, or the value of a resource locator. */
export function parameter(item: Item, name: string, fallback: unknown = ''): unknown {
	return plain(item.get(name, fallback));
}

/** Expressions and AI models may give “true” as text. Throws for anything else. */
export function flag(item: Item, value: unknown, label: string, fallback = false): boolean {
	if (isBlank(value)) return fallback;
	const text = String(value).trim().toLowerCase();
	if (text !== 'true' && text !== 'false') throw refusal(item, label, 'must be true or false', value);
	return text === 'true';
}

/** Undefined if empty. Throws for a value that isn't offered. */
export function oneOf<Value extends string>(
	item: Item,
	given: unknown,
	label: string,
	values: readonly Value[],
): Value | undefined {
	if (isBlank(given)) return undefined;
	const known = values.find((value) => value === String(given).trim());
	if (known !== undefined) return known;
	throw inputError(
		item,
		`“${label}” can’t be “${String(given).slice(0, 40)}”`,
		forEditor(
			`Choose from the list, or use an expression that returns one of: ${values.join(', ')}.`,
			`Give one of these: ${values.join(', ')}.`,
		),
	);
}

export function collection(item: Item, name: string): IDataObject {
	const value = item.get(name, {});
	return isJsonObject(value) ? (value as IDataObject) : {};
}
