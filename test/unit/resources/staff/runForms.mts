// Staff from the fields of the form: runs an operation, and keeps what it sent and said.
import type { IDataObject, NodeOperationError } from 'n8n-workflow';
import type { RowResult } from '../../../../nodes/WorkforceOperations/operations/types.ts';
import { create } from '../../../../nodes/WorkforceOperations/resources/staff/create.ts';
import { update } from '../../../../nodes/WorkforceOperations/resources/staff/update.ts';
import { upsert } from '../../../../nodes/WorkforceOperations/resources/staff/upsert.ts';
import type { Answer } from '../../transport/support.mts';
import { type Asked, data, fakeService } from '../fakeService.mts';

const operations = { create, update, upsert };

interface Ran {
	/** The employees of each request that writes. */
	sent: unknown[];
	results: RowResult[];
	/** The first item’s error, or that which ended the run. */
	message: string | undefined;
	description: string | null | undefined;
	hints: string[];
	/** The messages of hints that warn. */
	warnings: string[];
	asked: Asked[];
	/** What the run has done, for the log. */
	summary: string | undefined;
}

/** Runs an operation over items whose fields are filled. */
export async function runForms(
	operation: keyof typeof operations,
	forms: IDataObject[],
	{
		answer = (): Answer => data(null),
		advanced = {},
		keepGoing = true,
	}: { answer?: (asked: Asked) => Answer; advanced?: IDataObject; keepGoing?: boolean } = {},
): Promise<Ran> {
	const service = fakeService((asked) => answer(asked));
	const items = forms.map((form, index) => service.item(index, advanced, { dataToSend: 'fields', ...form }));
	const ended: unknown[] = [];
	const results = await operations[operation].runAll(items, keepGoing).catch((error: unknown) => {
		ended.push(error);
		return [];
	});
	for (const result of results) if ('error' in result) ended.push(result.error);
	const hints = items[0]?.hints.all ?? [];
	return {
		sent: service.asked.flatMap(({ body }) => (body === undefined ? [] : [body.employees ?? body])),
		results,
		message: (ended[0] as Error | undefined)?.message,
		description: (ended[0] as NodeOperationError | undefined)?.description,
		hints: hints.map(({ message }) => message),
		warnings: hints.filter(({ type }) => type === 'warning').map(({ message }) => message),
		asked: service.asked,
		summary: items[0]?.hints.summary,
	};
}

export const ann = { firstName: ' Ann ', lastName: 'Lee', email: 'ann@x.au' };
export const sentAnn = { firstName: 'Ann', lastName: 'Lee', email: 'ann@x.au' };
export const told = (json: IDataObject): unknown => ({ outcomes: [{ json }] });
