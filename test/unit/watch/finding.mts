// Something found, of which a key and a moment say all.
import type { Finding } from '../../../nodes/WorkforceOperations/watch/core/source.ts';

export const finding = (key: string, at: number): Finding & { locator: number } => ({
	key,
	at,
	locator: at + 1,
	record: { id: key },
	reason: `${key} is so`,
	numbers: { count: at },
});
