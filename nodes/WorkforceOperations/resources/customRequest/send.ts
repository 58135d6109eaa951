import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../../contract';
import { collect, customCall, sendForFile, sendRaw } from '../../transport';
import { limitOf } from '../list';
import { withPageInfo } from '../pageInfo';
import { collection, parameter } from '../read';
import { type ItemOperation, plainItems } from '../types';
import { customFields } from './fields';
import { requestOf } from './input';

export const send: ItemOperation = {
	value: 'send',
	name: 'Send',
	action: 'Send a custom request',
	description: 'Reach any path of the service with the same token, rate limit and error messages',
	fields: customFields,
	async run(scope) {
		const options = collection(scope, 'options');
		const request = requestOf(scope);
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
		return plainItems(options.includePageInfo === true ? withPageInfo(records, read) : records);
	},
};
