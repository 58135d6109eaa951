// A service that is a function, and items whose requests reach it.
import type { IDataObject } from 'n8n-workflow';
import { Hints, type OperationItem } from '../../../nodes/WorkforceOperations/operations/types.ts';
import { type Answer, fakeConnection } from '../transport/support.mts';
import { formItem } from './formItem.mts';

export interface Asked {
	/** Such as `GET /api/external/staffs`. */
	request: string;
	query: Record<string, string>;
	body: IDataObject | undefined;
}

export interface FakeService {
	asked: Asked[];
	item(index?: number, advanced?: IDataObject, values?: IDataObject): OperationItem;
}

export const data = (content: unknown, next?: string): Answer => ({
	body: { status: { code: 0, errorMessage: '' }, data: content, nextPageParameter: next ?? null },
});

export const refusal = (words: string, status = 400): Answer => ({
	status,
	body: { status: { code: status, errorMessage: words }, data: null },
});

export function fakeService(answer: (asked: Asked, count: number) => Answer): FakeService {
	const asked: Asked[] = [];
	const hints = new Hints();
	const { connection } = fakeConnection(({ method, path, query, options: { body } }) => {
		const read: unknown = typeof body === 'string' ? JSON.parse(body) : body;
		const entry = { request: `${method} ${path}`, query, body: read as IDataObject | undefined };
		return answer(entry, asked.push(entry));
	});
	return {
		asked,
		item: (index = 0, advanced = {}, values = {}) =>
			Object.assign(formItem(index, { ...values, advanced }), { connection, hints }),
	};
}

export const SEARCH = 'GET /api/external/staffs/search';
export const LIST = 'GET /api/external/staffs';
