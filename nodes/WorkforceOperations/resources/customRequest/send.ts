import type { IDataObject } from 'n8n-workflow';
import { isDefault, isJsonObject } from '../../contract';
import { collect, type CustomRequest, customCall, sendForFile, sendRaw } from '../../transport';
import { confirmsWrite, plainAnswer } from '../../operations/writeConfirmation';
import { largestFile } from '../../operations/attachFiles';
import { advancedOf, includePageInfoOption, readLimit } from '../../form/fields';
import { shapeOf, withPageInfo } from '../../operations/output';
import { refusePart, wholeOnlyOf } from '../../operations/ifIncomplete';
import { collection, isTool } from '../../form/item';
import { requireContactDetails } from '../../form/toolOutput';
import { answerOf } from '../../operations/toolAnswer';
import { type ItemOperation, type Outcome, plainItems, type OperationItem } from '../../operations/types';
import { customFields, downloadFileOption, unwrapOption } from './fields';
import { requestOf } from './input';

const answerAsFile = async (item: OperationItem, request: CustomRequest, largest: number): Promise<Outcome> =>
	await item.connection.run.fileMemory.enter(largest, async (intake) => {
		const { content, fileName, mimeType } = await sendForFile(item.connection, request, intake);
		return { json: {}, binary: { data: await item.context.helpers.prepareBinaryData(content, fileName, mimeType) } };
	});

async function answerItems(item: OperationItem, request: CustomRequest, options: IDataObject): Promise<Outcome[]> {
	// Read before anything is sent: an invalid switch must not fail a write that was carried out.
	const [asFile, unwrap, withInfo] = [
		downloadFileOption.read(item, options),
		unwrapOption.read(item, options),
		includePageInfoOption.read(item, advancedOf(item)),
	];
	const shape = shapeOf(item, request.method === 'GET' ? options : {}, {});
	if (asFile) return [await answerAsFile(item, request, largestFile(item, options))];
	if (!unwrap) {
		const answer = await sendRaw(item.connection, request);
		return plainItems([isJsonObject(answer) ? (answer as IDataObject) : ({ data: answer ?? null } as IDataObject)]);
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
	description: 'Reach any path of the service with the same token, rate limit and error messages',
	fields: customFields,
	async run(item) {
		const options = collection(item, 'options');
		const request = requestOf(item);
		// What it would send may be told; nobody knows what comes back.
		if (isTool(item) && (request.method === 'GET' || item.connection.agent?.allowsWrites === true))
			requireContactDetails(item, 'A custom request');
		return await answerItems(item, request, options);
	},
};
