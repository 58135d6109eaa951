import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../../contract';
import { collect, type CustomRequest, customCall, isRepeatable, sendForFile, sendRaw } from '../../transport';
import { doubtful } from '../doubt';
import { limitOf } from '../list';
import { withPageInfo } from '../pageInfo';
import { collection, parameter } from '../read';
import { type ItemOperation, type Outcome, plainItems, type Scope } from '../types';
import { customFields } from './fields';
import { requestOf } from './input';

async function answer(scope: Scope, request: CustomRequest, options: IDataObject): Promise<Outcome[]> {
	if (options.downloadFile === true) {
		const { content, fileName, mimeType } = await sendForFile(scope.connection, request);
		return [{ json: {}, binary: { data: await scope.context.helpers.prepareBinaryData(content, fileName, mimeType) } }];
	}
	if (options.unwrap === false) {
		const answer = await sendRaw(scope.connection, request);
		return plainItems([isJsonObject(answer) ? (answer as IDataObject) : ({ data: answer ?? null } as IDataObject)]);
	}
	const all = request.method !== 'GET' || parameter(scope, 'returnAll', false) === true;
	const read = await collect(scope.connection, customCall(request), { limit: all ? undefined : limitOf(scope) });
	const records = read.records as IDataObject[];
	// What writes may answer without a record; an item tells the nodes behind it that it is done.
	if (records.length === 0 && request.method !== 'GET') return plainItems([{ success: true }]);
	return plainItems(options.includePageInfo === true ? withPageInfo(records, read) : records);
}

export const send: ItemOperation = {
	value: 'send',
	name: 'Send',
	action: 'Send a custom request',
	description: 'Reach any path of the service with the same token, rate limit and error messages',
	fields: customFields,
	async run(scope) {
		const options = collection(scope, 'options');
		const request = requestOf(scope);
		const sending = answer(scope, request, options);
		return await (isRepeatable(request) ? sending : sending.catch(doubtful));
	},
};
