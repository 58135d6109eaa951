// A service of employees in two halves, looked at by the event that keeps a copy in step.
import type { Claims, JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { listSource } from '../../../../nodes/WorkforceOperations/watch/copies/lists.ts';
import type { ChangeKind } from '../../../../nodes/WorkforceOperations/watch/copies/memory.ts';
import type { CopyPoll, CopySettings } from '../../../../nodes/WorkforceOperations/watch/copies/memory.ts';
import type {
	CommonSettings,
	Detection,
	EventSource,
	PollContext,
} from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { type Answer, fakePoll, NOW } from '../fakePoll.mts';

export const MINUTE = 60_000;

const allKinds: ReadonlySet<ChangeKind> = new Set(['created', 'updated', 'deactivated', 'reactivated', 'gone']);

export interface Person extends JsonObject {
	id: number;
}

export const person = (id: number, more: JsonObject = {}): Person => ({
	id,
	firstName: `First${id}`,
	lastName: 'Lee',
	email: `p${id}@example.com`,
	city: ['Cairns', 'Perth', 'Hobart'][id % 3],
	...more,
});

export const people = (from: number, to: number): Person[] =>
	Array.from({ length: to - from + 1 }, (_, index) => person(from + index));

/** People whose records say themselves that they are active. */
export const activePeople = (from: number, to: number): Person[] =>
	people(from, to).map((each) => ({ ...each, isActive: true }));

export const idsOf = (all: readonly Person[]): number[] => all.map(({ id }) => id);

const staff = listSource({
	endpoint: 'staff.getAll',
	noun: 'employee',
	all: 'the staff list',
	nameOf: ({ firstName }) => (typeof firstName === 'string' ? firstName : undefined),
});

/** What a look is given beside the lists. */
export type Look = Partial<Pick<PollContext, 'published' | 'open' | 'running' | 'most' | 'pendingReread' | 'hashes'>>;

export class CopyTown {
	active: Person[];

	inactive: Person[] = [];

	/** `isActive=false` lists both. */
	listsAll = false;

	/** What looks at them. */
	source: EventSource<CopySettings> = staff;

	/** The lists may be incomplete. */
	hasDoubts = false;

	claims: Partial<Claims> | undefined;

	settings: Partial<CommonSettings & CopySettings> = { kinds: allKinds };

	/** Which changes are told from now on. */
	choose(...kinds: ChangeKind[]): void {
		this.settings = { ...this.settings, kinds: new Set(kinds) };
	}

	engine: JsonObject = {};

	now = NOW;

	/** What is read in place of a half. */
	alter: (half: Person[], isActive: boolean) => JsonObject[] = (half) => half;

	asked: string[] = [];

	private isBegun = false;

	constructor(active: Person[], inactive: Person[] = []) {
		[this.active, this.inactive] = [active, inactive];
	}

	/** What the service answers: one half. */
	answer({ query }: Parameters<Answer>[0]): unknown {
		const isActive = query.isActive !== 'false';
		const all = this.listsAll ? [...this.active, ...this.inactive] : this.inactive;
		return this.alter(structuredClone(isActive ? this.active : all), isActive);
	}

	/** One poll; what n8n stores of it is JSON. */
	async look(given: Look = {}, after = MINUTE): Promise<Detection> {
		this.now += after;
		const { poll, reader, asked } = fakePoll((question) => this.answer(question), {
			...{ most: 500, now: this.now, engine: this.engine, ...given },
			...(this.isBegun ? {} : { start: this.settings.startWith ?? 'new' }),
			settings: this.settings,
		});
		reader.hasDoubts = this.hasDoubts;
		const { claims } = this;
		if (claims !== undefined)
			reader.claims = async () =>
				await Promise.resolve({ companies: [], customers: [], sites: [], scopes: [], ...claims });
		const seen = await this.source.detect(poll as unknown as CopyPoll);
		this.asked = asked;
		this.engine = JSON.parse(JSON.stringify(seen.engine)) as JsonObject;
		this.isBegun = true;
		return seen;
	}

	/** What one poll tells, as `3 updated`; `3` where only who is new is told. */
	async told(given: Look = {}, after?: number): Promise<string[]> {
		return wordsOf(await this.look(given, after));
	}

	/** What one poll tells, and what it writes to the log. */
	async news(given: Look = {}): Promise<{ words: string[]; log: string[] }> {
		const seen = await this.look(given);
		return { words: wordsOf(seen), log: (seen.log ?? []).map(({ level, text }) => `${level} ${text}`) };
	}

	/** What several polls tell. */
	async toldIn(looks: number, given: Look = {}): Promise<string[]> {
		const all: string[] = [];
		for (let look = 0; look < looks; look++) all.push(...(await this.told(given)));
		return all;
	}

	change(id: number, more: JsonObject): void {
		for (const each of [...this.active, ...this.inactive]) if (each.id === id) Object.assign(each, more);
	}

	remove(...ids: number[]): Person[] {
		const isMeant = ({ id }: Person): boolean => ids.includes(id);
		const removed = [...this.active, ...this.inactive].filter(isMeant);
		[this.active, this.inactive] = [this.active, this.inactive].map((half) =>
			half.filter((each) => !isMeant(each)),
		) as [Person[], Person[]];
		return removed;
	}

	deactivate(...ids: number[]): void {
		const moved = this.remove(...ids);
		this.inactive.push(...moved);
	}

	reactivate(...ids: number[]): void {
		const moved = this.remove(...ids);
		this.active.push(...moved);
	}
}

export const wordsOf = ({ findings }: Pick<Detection, 'findings'>): string[] =>
	findings.map(({ key, numbers }) =>
		numbers.change === 'held'
			? `held ${String(numbers.count)}`
			: [key.split(':')[0], numbers.change].filter((part) => part !== undefined).join(' '),
	);

/** A town whose lists are known. */
export async function knownTown(active = people(1, 60), inactive = people(101, 140)): Promise<CopyTown> {
	const town = new CopyTown(active, inactive);
	await town.look();
	return town;
}
