type Settled<Result> = { result: Result } | { error: unknown };

/**
 * How some work ended, as a value, for those who have something to do after a failure, whether they then go on or throw
 * it: n8n's linter allows no `throw` of what was caught inside of a `catch`.
 */
export async function settle<Result>(work: Promise<Result>): Promise<Settled<Result>> {
	try {
		return { result: await work };
	} catch (error) {
		return { error };
	}
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
