import type { IDataObject, INode } from 'n8n-workflow';
import type { ExecutionItem } from '../../../nodes/WorkforceOperations/form/item.ts';

interface File {
	fileName?: string;
	fileExtension?: string;
	content: string;
}

/** An item whose form holds `values`: as they come, and (`written`) as they stand in the form. */
export function formOf(
	values: Record<string, unknown> = {},
	{
		written = {},
		timeZone = 'Australia/Brisbane',
		files,
	}: { written?: IDataObject; timeZone?: string; files?: Record<string, File> } = {},
): ExecutionItem {
	const node: INode = { id: '1', name: 'A node', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} };
	const context = {
		getInputData: () => [{ json: {} }, { json: {}, binary: files }],
		helpers: {
			getBinaryDataBuffer: (_: number, field: string) => Promise.resolve(Buffer.from(files?.[field]?.content ?? '')),
		},
	};
	return {
		node: { ...node, parameters: written as INode['parameters'] },
		timeZone,
		itemIndex: 1,
		context: context as unknown as ExecutionItem['context'],
		get: (name, fallback) => (Object.hasOwn(values, name) ? values[name] : fallback),
	};
}

/** What an error says, in its two parts. */
export function wordsOf(make: () => unknown): { message: string; description: unknown } | undefined {
	try {
		make();
		return undefined;
	} catch (error) {
		const { message, description } = error as Error & { description?: unknown };
		return { message, description };
	}
}
