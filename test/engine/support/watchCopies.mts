// A service whose records are edited at random, and a copy of it that a workflow keeps by what the watch trigger hands over.
import type { IDataObject } from 'n8n-workflow';
import { Random } from '../../../sandbox/seed/random.mts';
import type { Reported, Run } from './watchHost.mts';

/** What an event copies. */
export interface Copied {
	event: string;
	/** Of a record, beside its licence. */
	idOf: (record: IDataObject) => string;
	isLicence?: true;
	/** Records say themselves whether they are active. */
	saysActive?: true;
	/** Keys with claims may read it. */
	isScoped?: true;
	record: (id: number, guard: number) => IDataObject;
}

export const copiedEvents: readonly Copied[] = [
	{
		event: 'staff.changed',
		idOf: ({ id }) => String(id),
		record: (id) => ({ id, firstName: `First${id}`, lastName: 'Lee', email: `p${id}@example.com` }),
	},
	{
		event: 'customer.changed',
		isScoped: true,
		idOf: ({ id }) => String(id),
		saysActive: true,
		record: (id) => ({ id, name: `Customer ${id}`, contactEmail: `c${id}@example.com` }),
	},
	{
		event: 'site.changed',
		isScoped: true,
		idOf: ({ siteId }) => String(siteId),
		record: (id) => ({ siteId: id, siteName: `Site ${id}`, customerId: id % 7, address: { city: 'Cairns' } }),
	},
	{
		event: 'licence.changed',
		idOf: ({ employeeId, securityLicenseId }) => `${String(employeeId)}.${String(securityLicenseId)}`,
		isLicence: true,
		record: (id, guard) => ({
			securityLicenseId: id,
			employeeId: guard,
			firstName: 'Aroha',
			licenseNumber: `SL${id}`,
			status: 'Valid',
		}),
	},
];

interface Held {
	record: IDataObject;
	isActive: boolean;
}

/** Fields that the service writes for all records at once; nobody's edit. */
const OF_SERVICE = ['grade', 'exportedAs', 'region', 'badge', 'uniform'];

const edited = (record: IDataObject): string =>
	JSON.stringify(
		Object.entries(record)
			.filter(([name, value]) => !['watch', 'isActive', ...OF_SERVICE].includes(name) && value !== null && value !== '')
			.sort(([one], [other]) => (one < other ? -1 : 1)),
	);

/** The service's own records, and what was done to them. */
export class EditedService {
	readonly records = new Map<string, Held>();

	/** What is answered in place of a list. */
	alter: (half: IDataObject[]) => IDataObject[] = (half) => half;

	/** The key may see every second record alone. */
	isNarrow = false;

	private readonly random: Random;

	private readonly copied: Copied;

	private readonly guards: readonly number[];

	private next = 40_000;

	constructor(copied: Copied, random: Random, guards: readonly number[]) {
		[this.copied, this.random, this.guards] = [copied, random, guards];
		for (let count = 0; count < 80; count++) this.create();
	}

	private pick(): string | undefined {
		const ids = [...this.records.keys()];
		return ids[this.random.between(0, ids.length - 1)];
	}

	private create(): void {
		const guard = this.guards[this.random.between(0, this.guards.length - 1)] ?? 0;
		const record = this.copied.record(this.next++, guard);
		this.records.set(this.copied.idOf(record), {
			record,
			isActive: !this.random.chance(this.copied.isLicence ? 0 : 0.3),
		});
	}

	/** One edit of one record. */
	edit(): void {
		const id = this.pick();
		const held = this.records.get(id ?? '');
		if (id === undefined || held === undefined || this.random.chance(0.2)) this.create();
		else if (this.random.chance(0.15)) this.records.delete(id);
		else if (this.random.chance(0.35) && this.copied.isLicence === undefined) held.isActive = !held.isActive;
		else held.record.note = `note ${this.random.between(1, 1e6)}`;
	}

	/** So many fields that the service adds, writes anew or takes away in all of its records. */
	storm(count: number): void {
		const first = this.random.between(0, OF_SERVICE.length - 1);
		const isAway = this.random.chance(0.3);
		for (const { record } of this.records.values())
			for (let at = 0; at < count; at++) {
				const name = OF_SERVICE[(first + at) % OF_SERVICE.length] ?? '';
				record[name] = isAway ? null : `${name} ${this.random.between(1, 1e6)}`;
			}
	}

	/** What a list of the service holds; undefined for a list of something else. */
	list(path: string, query: URLSearchParams, records: IDataObject[]): IDataObject[] | undefined {
		const { isLicence, saysActive } = this.copied;
		const guard = /\/staffs\/(\d+)\/licenses$/.exec(path)?.[1];
		if (isLicence && guard === undefined) return records.filter(({ id }) => this.guards.includes(Number(id)));
		const own = [...this.records.values()].filter(({ record, isActive }) =>
			isLicence ? String(record.employeeId) === guard : isActive === (query.get('isActive') !== 'false'),
		);
		const half = own
			.filter((_, index) => !this.isNarrow || index % 2 === 0)
			.map(({ record, isActive }) => ({ ...record, ...(saysActive ? { isActive } : {}) }));
		return this.alter(structuredClone(half));
	}

	get state(): Record<string, string> {
		return stateOf(this.records);
	}
}

const stateOf = (records: ReadonlyMap<string, Held>): Record<string, string> =>
	Object.fromEntries([...records].map(([id, { record, isActive }]) => [id, `${edited(record)} ${isActive}`]).sort());

/** What the workflow writes. */
export class Copy {
	private readonly records = new Map<string, Held>();

	/** Words that were not true: an item, and what was so. */
	readonly falseWords: string[] = [];

	private readonly copied: Copied;

	private readonly service: EditedService;

	constructor(copied: Copied, service: EditedService) {
		[this.copied, this.service] = [copied, service];
	}

	/** The first copy, from a list. */
	begin(): void {
		for (const [id, held] of this.service.records) this.records.set(id, structuredClone(held));
	}

	private write(item: Reported): void {
		const { watch, ...record } = item;
		const id = this.copied.idOf(record);
		if (watch.change === 'gone') this.records.delete(id);
		else this.records.set(id, { record, isActive: watch.active !== false });
	}

	/** Writes what a run brings; one that is cut off or fails has written its first half. */
	run({ items }: Run, isWhole: boolean): void {
		for (const item of items.slice(0, isWhole ? items.length : Math.floor(items.length / 2))) this.write(item);
		for (const item of items) this.judge(item);
	}

	private judge(item: Reported): void {
		const { watch } = item;
		if (watch.redelivered === true) return;
		const now = this.service.records.get(this.copied.idOf(item));
		const isTrue =
			watch.change === 'gone'
				? now === undefined
				: watch.change === 'deactivated'
					? now?.isActive === false
					: watch.change === 'held'
						? false
						: now !== undefined;
		if (!isTrue) this.falseWords.push(`${watch.key}: ${watch.reason}`);
	}

	get state(): Record<string, string> {
		return stateOf(this.records);
	}
}
