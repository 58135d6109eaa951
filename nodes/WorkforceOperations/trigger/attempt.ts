export type Attempt<Result> = { result: Result } | { error: unknown };

/** How a request ended, as a value: n8n's linter allows no `throw` of what was caught inside of a `catch`. */
export async function attempt<Result>(request: Promise<Result>): Promise<Attempt<Result>> {
	try {
		return { result: await request };
	} catch (error) {
		return { error };
	}
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
