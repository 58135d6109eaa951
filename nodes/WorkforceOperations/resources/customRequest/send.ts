import type { IDataObject } from 'n8n-workflow';
import { confirmsWrite, either, isDefault, isJsonObject, plainAnswer } from '../../contract';
import { collect, customCall, type CustomRequest, forEditor, Repeated, sendForFile, sendRaw } from '../../transport';
import { largestFile } from '../../operations/attachFiles';
import { advancedOf, includePageInfoOption, readLimit } from '../../form/fields';
import { shapeOf, withPageInfo } from '../../operations/output';
import { refusePart, wholeOnlyOf } from '../../operations/ifIncomplete';
import { collection, inputError, isTool, parameter } from '../../form/item';
import { requireContactDetails } from '../../form/toolOutput';
import { answerOf } from '../../operations/toolAnswer';
import { type ItemOperation, type OperationItem, type Outcome, plainItems } from '../../operations/types';
import { chosenKey, customFields, downloadFileOption, METHODS, unwrapOption } from './fields';
import { additional, json, queryValues } from '../../form/additionalParameters';

type CustomMethod = (typeof METHODS)[number];

const isMethod = (value: unknown): value is CustomMethod => METHODS.some((method) => method === value);

/** Headers that carry the keys, or that the HTTP client sets. */
const RESERVED_HEADERS = /^(authorization|host|content-length|x-workforce-.*)$/i;

/** Some servers let these headers override the method. */
const OTHER_METHOD = /^x-(http-)?method(-override)?$/i;

/** Headers that a tool may send: they control the answer, or identify the request. */
const OF_TOOLS = new Set(
	'accept accept-language content-type if-match if-modified-since if-none-match if-unmodified-since prefer traceparent x-correlation-id x-request-id'.split(
		' ',
	),
);

function headersOf(item: OperationItem): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(additional(item, parameter(item, 'headers', {}), 'Headers'))) {
		if (RESERVED_HEADERS.test(name) || name.toLowerCase() === item.connection.settings.subscriptionKeyHeader) {
			throw inputError(item, `The header “${name}” is set by the credential`, 'Remove it from “Headers”.');
		}
		if (OTHER_METHOD.test(name))
			throw inputError(item, `The header “${name}” would change the method`, 'Set the method in “Method”.');
		if (isTool(item) && !OF_TOOLS.has(name.toLowerCase()))
			throw inputError(
				item,
				`A tool can’t send the header “${name}”`,
				`Leave it out, or use ${either([...OF_TOOLS])}.`,
			);
		const values = value instanceof Repeated ? value.values : [value];
		headers[name.toLowerCase()] = values.map((entry) => String(entry ?? '')).join(', ');
	}
	return headers;
}

function pathOf(item: OperationItem): string {
	const path = String(parameter(item, 'path') ?? '').trim();
	if (path === '')
		throw inputError(
			item,
			'“Path” is empty',
			'Enter a path that begins with a slash, such as /api/external/customers.',
		);
	// Only a plain path such as /api/x: a URL parser would read //host and /\host as another host.
	if (!/^\/(?![/\\])/.test(path)) {
		throw inputError(item, '“Path” must be one of the service’s paths', [
			'It must begin with a single slash, such as /api/external/customers.',
			forEditor('The address itself is in the credential.'),
		]);
	}
	const [bare = ''] = path.split('?');
	if (/[\s\\#{}]/.test(path) || bare.split('/').some((part) => /^(\.|%2e)+$/i.test(part))) {
		throw inputError(
			item,
			'“Path” contains characters that aren’t allowed in a path',
			'Leave out spaces, braces, backslashes, # and parts that are only dots. Put values such as names into “Query Parameters”, which are encoded for you.',
		);
	}
	return path;
}

function customBody(item: OperationItem, method: CustomMethod): CustomRequest['body'] {
	if (method === 'GET') return undefined;
	const body = json(item, parameter(item, 'body', ''), 'Body');
	if (body === undefined || body === null) return undefined;
	if (!isJsonObject(body) && !Array.isArray(body))
		throw inputError(item, '“Body” must be a JSON object or list', 'Write it like {"name": "value"}.');
	return body;
}

/** Throws for invalid input. */
export function requestOf(item: OperationItem): CustomRequest {
	const method = parameter(item, 'method', 'GET');
	if (!isMethod(method)) throw inputError(item, '“Method” must be GET, POST, PUT, PATCH or DELETE');
	return {
		method,
		path: pathOf(item),
		query: queryValues(item, parameter(item, 'query', {}), 'Query Parameters'),
		headers: headersOf(item),
		body: customBody(item, method),
		keyField: chosenKey(item),
		itemIndex: item.itemIndex,
	};
}

const answerAsFile = async (item: OperationItem, request: CustomRequest, largest: number): Promise<Outcome> =>
	await item.connection.run.fileMemory.enter(largest, async (intake) => {
		const { content, fileName, mimeType } = await sendForFile(item.connection, request, intake);
		return { json: {}, binary: { data: await item.context.helpers.prepareBinaryData(content, fileName, mimeType) } };
	});

async function answerItems(item: OperationItem, request: CustomRequest, options: IDataObject): Promise<Outcome[]> {
	// Read before sending: an invalid switch must not fail a write that was carried out.
	const [asFile, unwrap, withInfo] = [
		downloadFileOption.read(item, options),
		unwrapOption.read(item, options),
		includePageInfoOption.read(item, advancedOf(item)),
	];
	const shape = shapeOf(item, request.method === 'GET' ? options : {}, {});
	if (asFile) return [await answerAsFile(item, request, largestFile(item, options))];
	if (!unwrap) {
		const answer = await sendRaw(item.connection, request);
		return plainItems([isJsonObject(answer) ? (answer as IDataObject) : ({ data: answer } as IDataObject)]);
	}
	const isRead = request.method === 'GET';
	const [call, walk] = [customCall(request), { limit: isRead ? readLimit(item) : undefined }];
	const whole = isRead ? wholeOnlyOf(item, options) : undefined;
	refusePart(item, whole, call, walk);
	const read = await collect(item.connection, call, walk);
	whole?.list(read.incomplete);
	item.hints.read(read);
	const records = read.records.filter((record) => isRead || !isDefault(record)) as IDataObject[];
	const plain = records.length === 0 ? plainAnswer(read.last?.data) : undefined;
	if (!isRead) {
		const unknown = !confirmsWrite(read.last ?? {});
		// Writes may return no record; an item is needed so that the next nodes run.
		const told = records.length > 0 ? records : [{ success: unknown ? null : true, ...plain }];
		return shape(plainItems(told)).map((outcome) => ({ ...outcome, unknown }));
	}
	if (plain !== undefined) return plainItems([plain]);
	const outcomes = plainItems(records);
	if (isTool(item)) return [answerOf(item, { call, walk }, read, shape(outcomes))];
	return withInfo ? withPageInfo(outcomes, read, shape) : shape(outcomes);
}

export const send: ItemOperation = {
	value: 'send',
	name: 'Send',
	action: 'Send custom request',
	description: 'Call any path of the service with the node’s token, rate limit and error messages',
	fields: customFields,
	async run(item) {
		const options = collection(item, 'options');
		const request = requestOf(item);
		// A response may hold contact details. A write that is held back has no response.
		if (isTool(item) && (request.method === 'GET' || item.connection.agent?.allowsWrites === true))
			requireContactDetails(item, 'A custom request');
		return await answerItems(item, request, options);
	},
};
