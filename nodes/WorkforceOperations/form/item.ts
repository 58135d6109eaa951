import {
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type INode,
	type IPollFunctions,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { isBlank, isJsonObject } from '../contract';

/** What a form is read from: for one item of an execution, for an activation, a delivery or a poll. */
export interface Item {
	readonly node: INode;
	/** IANA name of the workflow's time zone. */
	readonly timeZone: string;
	/** Which item of an execution the values are for; absent where there is but one form. */
	itemIndex?: number;
	/** The value of a field, with its expression resolved. */
	get(name: string, fallback: unknown): unknown;
}

/** One item of an execution, which may carry files. */
export interface ExecutionItem extends Item {
	context: IExecuteFunctions;
	itemIndex: number;
}

type ItemContext = IExecuteFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

/** Asked for when they are needed: n8n copies a node's whole description each time. */
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

/** An error about something that the user entered, before anything is sent. */
export function inputError({ node, itemIndex }: Item, message: string, description?: string): NodeOperationError {
	return new NodeOperationError(node, message, { itemIndex, description });
}

/** A resource locator's value, or the value itself where an expression gave a plain one. */
export function plain(value: unknown): unknown {
	return isJsonObject(value) && '__rl' in value ? value.value : value;
}

/** A parameter; resource locators come as their value. */
export function parameter(item: Item, name: string, fallback: unknown = ''): unknown {
	return plain(item.get(name, fallback));
}

/** A switch, also where an expression or a model gave “true” as text; what is neither on nor off is refused. */
export function flag(item: Item, value: unknown, label: string, fallback = false): boolean {
	if (isBlank(value)) return fallback;
	const text = String(value).trim().toLowerCase();
	if (text !== 'true' && text !== 'false') {
		throw inputError(item, `“${label}” must be true or false`, `It is “${String(value).slice(0, 80)}”.`);
	}
	return text === 'true';
}

/** A collection such as `filters` or `options`. */
export function collection(item: Item, name: string): IDataObject {
	const value = item.get(name, {});
	return isJsonObject(value) ? (value as IDataObject) : {};
}
