// A service with a list of staff that people leave and come back to, and that may come short, go wrong, or never end.
import { startRecorder, type Canned, type Seen } from '../../engine/support/recorder.mts';

type Person = Record<string, unknown> & { id: number };

interface StaffService {
	url: string;
	/** Who is on the list, by ID. */
	people: Map<number, Person>;
	edit: (id: number, changes: Record<string, unknown>) => void;
	leave: (id: number) => void;
	comeBack: (id: number) => void;
	add: (id: number) => void;
	/** What the answers say beside their records. */
	say: Record<string, unknown>;
	/** Whom the key may see; everybody without it. */
	only: ((id: number) => boolean) | undefined;
	/** Which request of a night is refused. */
	fails: number | undefined;
	/** The last page leads to itself, and what is asked for behind it is answered with the first one. */
	comesRound: boolean;
	close: () => Promise<void>;
}

const FIRST = 110;
const PAGE = 20;

const isActive = (id: number): boolean => id % 6 !== 0;

/** Some have no number, no mobile, or no such field at all. */
function personOf(id: number): Person {
	return {
		id,
		firstName: `Ann ${id}`,
		lastName: id % 7 === 0 ? 'Żółć, d’Arc; ' : 'Lee',
		email: `ann${id}@example.com`,
		mobile: id % 4 === 0 ? null : `+61 400 ${id}`,
		employeeId: id % 5 === 0 ? '' : `00${id}`,
		...(id % 3 === 0 ? {} : { employeeReferenceNumber: String(id) }),
	};
}

/** `sandbox` answers whatever isn't the list of staff, such as the exchange of the key. */
export async function staffService(sandbox: string): Promise<StaffService> {
	const recorder = await startRecorder(sandbox);
	const away = new Map<number, Person>();
	const people = new Map(Array.from({ length: FIRST }, (_none, index) => [index + 1, personOf(index + 1)]));
	let asked = 0;
	const move = (id: number, from: Map<number, Person>, to: Map<number, Person>): void => {
		const person = from.get(id);
		if (person === undefined) throw new Error(`${id} isn't there.`);
		from.delete(id);
		to.set(id, person);
	};
	const service: StaffService = {
		url: recorder.url,
		people,
		edit: (id, changes) => void people.set(id, { ...people.get(id), ...changes, id }),
		leave: (id) => move(id, people, away),
		comeBack: (id) => move(id, away, people),
		add: (id) => void people.set(id, personOf(id)),
		say: {},
		only: undefined,
		fails: undefined,
		comesRound: false,
		close: () => recorder.close(),
	};
	recorder.answer(({ path, query }: Seen): Canned | undefined => {
		if (!path.endsWith('/staffs')) return undefined;
		const behind = query['referenceId'] === undefined ? 0 : Number(query['referenceId']);
		// A night begins with the half that isn't active.
		const isFirst = behind === 0 && query['isActive'] === 'false';
		asked = isFirst ? 1 : asked + 1;
		if (asked === service.fails) return { status: 403, body: { status: { code: 1, errorMessage: 'Not that page' } } };
		const half = [...people.values()]
			.filter(({ id }) => isActive(id) === (query['isActive'] !== 'false') && service.only?.(id) !== false)
			.sort((one, other) => one.id - other.id);
		const rest = half.filter(({ id }) => id > behind);
		const page = rest.slice(0, PAGE);
		const isLast = rest.length <= PAGE;
		if (isLast && service.comesRound) {
			const data = rest.length === 0 ? half.slice(0, PAGE) : page;
			const itself = `direction=next&referenceId=${behind}`;
			return { body: { status: { code: 0 }, data, totalRecordCount: half.length + 1, nextPageParameter: itself } };
		}
		const next = isLast ? null : `direction=next&referenceId=${page.at(-1)?.id}`;
		return { body: { status: { code: 0 }, data: page, nextPageParameter: next, ...service.say } };
	});
	return service;
}
