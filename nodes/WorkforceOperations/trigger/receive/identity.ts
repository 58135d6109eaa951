import type { INodeExecutionData } from 'n8n-workflow';
import { createHash } from 'crypto';

/**
 * What makes a delivery the same as another one: its raw text, of which parsing loses some (large numbers, names that
 * come twice, bytes that aren't UTF-8). `webhook()` has the text, `execute()` compares, in queue mode in another process:
 * the item carries the hash beside its JSON, and `execute()` takes it off in every mode, so that no run shows it.
 */
const MARK = 'deliveryHash';

export const hashOf = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex');

export const withHash = (item: INodeExecutionData, hash: string): INodeExecutionData => ({ ...item, [MARK]: hash });

/** The item as the workflow is to see it, and its hash; an item that is older than this package has none. */
export function takeOffHash({ [MARK]: mark, ...item }: INodeExecutionData): {
	item: INodeExecutionData;
	hash: string;
} {
	const hash = typeof mark === 'string' ? mark : hashOf(Buffer.from(JSON.stringify(item.json.payload ?? null)));
	return { item: { ...item, json: item.json }, hash };
}
