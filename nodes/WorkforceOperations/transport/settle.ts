export type Settled<Result> = { result: Result } | { error: unknown };

/**
 * The result of a promise as a value, for callers that continue after a failure or rethrow it later: n8n's linter
 * forbids throwing a caught error inside a `catch`.
 */
export async function settle<Result>(work: Promise<Result>): Promise<Settled<Result>> {
	try {
		return { result: await work };
	} catch (error) {
		return { error };
	}
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
