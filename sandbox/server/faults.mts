export const faultKinds = ['status', 'html', 'reset', 'truncated', 'repeatCursor', 'statusCode'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault that a test or a person requested. Without `status` and `kind` it only delays. */
export interface Fault {
	id: number;
	method: string | null;
	/** A prefix of the path, or a regular expression for it. */
	path: string;
	kind: FaultKind | null;
	status: number | null;
	delayMs: number;
	/** How many more matching requests it affects; null for all until it is removed. */
	times: number | null;
	headers: Record<string, string>;
	body: unknown;
	/** How many requests it has affected. */
	hits: number;
	/** `repeatCursor` only: the cursor that is returned again and again. */
	cursor: string | null;
}

export type FaultInput = Partial<Pick<Fault, 'method' | 'kind' | 'status' | 'delayMs' | 'headers' | 'body'>> & {
	path: string;
	times?: number | null;
};

/** The active faults. The first that matches a request applies; a fault without remaining uses is removed. */
export class Faults {
	private list: Fault[] = [];
	private lastId = 0;

	/** `times` defaults to 1; null keeps the fault until it is removed. */
	add(input: FaultInput): Fault {
		const fault: Fault = {
			id: ++this.lastId,
			method: input.method?.toUpperCase() ?? null,
			path: input.path,
			kind: input.kind ?? (input.status !== undefined && input.status !== null ? 'status' : null),
			status: input.status ?? null,
			delayMs: input.delayMs ?? 0,
			times: input.times === undefined ? 1 : input.times,
			headers: input.headers ?? {},
			body: input.body,
			hits: 0,
			cursor: null,
		};
		this.list.push(fault);
		return fault;
	}

	all(): Fault[] {
		return [...this.list];
	}

	clear(id?: number): void {
		this.list = id === undefined ? [] : this.list.filter((fault) => fault.id !== id);
	}

	/** The fault for a request; uses it once. `repeatCursor` counts only when it changes a response, see `repeat`. */
	match(method: string, path: string): Fault | null {
		const fault = this.list.find(
			(candidate) => (candidate.method === null || candidate.method === method) && matchesPath(candidate.path, path),
		);
		if (fault === undefined) return null;
		if (fault.kind !== 'repeatCursor') this.use(fault);
		return fault;
	}

	/** The cursor to return instead of `next`: the first one seen is returned as it is, and again from then on. */
	repeat(fault: Fault, next: string): string {
		if (fault.cursor === null) {
			fault.cursor = next;
			return next;
		}
		this.use(fault);
		return fault.cursor;
	}

	private use(fault: Fault): void {
		fault.hits += 1;
		if (fault.times !== null && --fault.times <= 0) this.clear(fault.id);
	}
}

function matchesPath(rule: string, path: string): boolean {
	if (path.startsWith(rule)) return true;
	try {
		return new RegExp(rule).test(path);
	} catch {
		return false;
	}
}
