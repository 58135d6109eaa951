// Which of the meanings left open by the document a service has, as far as reading shows: how its lists end, what its
// totals count, and which reports it lists without the flag for approved ones. Uses the values of the sandbox's
// choices, which can then be played (`--choose end=absent`).
import { choiceTable, type Choices } from '../../sandbox/core/choices.mts';
import type { PackageContract } from '../docs/sources.mts';
import type { Endpoint, Filled } from './plan.mts';
import type { Answer, Query } from './service.mts';

const CHOICES = ['end', 'total', 'isApproved', 'writes'] as const;

export interface Reading {
	choice: (typeof CHOICES)[number];
	endpoint: string;
	/** A value of the choice; absent if the list doesn't show it. */
	value: Choices[(typeof CHOICES)[number]] | null;
	/** For a list that says nothing about a next page: whether there are rows after its last one. */
	goesOn?: boolean;
	/** Why it doesn't show it. */
	reason?: string;
}

const LARGE = 200;

/** One of this many approved reports has an id that can be searched for. */
const APPROVED = '50';

/** A longer list than this many large pages isn't read to the end. */
const MOST_PAGES = 10;

const NEXT = ['nextPageParameter', 'nextPageParams'];

type End = { value: Choices['end']; rows: number; total: unknown; goesOn?: boolean } | { reason: string };

export class Readings {
	private readonly contract: PackageContract;
	private readonly get: (path: string, query: Query) => Promise<Answer>;
	private readonly getTarget: (target: string) => Promise<Answer>;

	constructor(
		contract: PackageContract,
		service: { get(path: string, query: Query): Promise<Answer>; getTarget(target: string): Promise<Answer> },
	) {
		this.contract = contract;
		this.get = (path, query) => service.get(path, query);
		this.getTarget = (target) => service.getTarget(target);
	}

	/** The choices that a list shows; none if it has no cursor. */
	async of(endpoint: Endpoint, filled: Filled): Promise<Reading[]> {
		const endings = await this.endingsOf(endpoint, filled);
		if (endpoint.id !== 'incidentReport.getAll') return endings;
		const approval = await this.approvalOf(endpoint, filled.path);
		return [...endings, { choice: 'isApproved', endpoint: `GET ${endpoint.path}`, ...approval }];
	}

	private async endingsOf(endpoint: Endpoint, { path, query }: Filled): Promise<Reading[]> {
		const { paging, pageSize } = endpoint;
		if (paging.kind !== 'cursor' || pageSize === undefined) return [];
		const counts = endpoint.envelope === 'incidentReports';
		// A grand total is visible only if the request is filtered.
		const narrowed = endpoint.query.some(({ name }) => name === 'isApproved')
			? { ...query, isApproved: 'true' }
			: query;
		const end = await this.endOf(endpoint, path, narrowed, pageSize.parameter);
		const name = `GET ${endpoint.path}`;
		if ('reason' in end) return [{ choice: 'end', endpoint: name, value: null, reason: end.reason }];
		const { value, goesOn } = end;
		const reading: Reading = { choice: 'end', endpoint: name, value, ...(goesOn === undefined ? {} : { goesOn }) };
		return counts ? [reading, { choice: 'total', endpoint: name, ...meaningOf(end.total, end.rows) }] : [reading];
	}

	/** Searches for an approved report by its displayed id, without the flag. */
	private async approvalOf(endpoint: Endpoint, path: string): Promise<Pick<Reading, 'value' | 'reason'>> {
		const list = async (query: Query): Promise<Array<Record<string, unknown>>> => {
			const { status, body } = await this.get(path, query);
			const page = this.contract.openEnvelope(endpoint.envelope, body);
			return status !== 200 || 'refusal' in page ? [] : page.records;
		};
		const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
		const approved = (await list({ isApproved: 'true', limit: APPROVED })).find(({ reportId }) => isText(reportId));
		const finds = async (isApproved: 'true' | 'false'): Promise<boolean> =>
			(await list({ isApproved, reportId: String(approved?.reportId) })).some(
				({ incidentReportId }) => incidentReportId === approved?.incidentReportId,
			);
		// If it isn't found with the flag either, the search by id doesn't work.
		if (approved === undefined || !(await finds('true')))
			return { value: null, reason: 'no approved report is found by its report ID.' };
		return { value: (await finds('false')) ? 'all' : 'unapproved' };
	}

	private async endOf(endpoint: Endpoint, path: string, query: Query, parameter: string): Promise<End> {
		const first = await this.get(path, { ...query, [parameter]: String(LARGE) });
		const length = this.recordsOf(endpoint, first)?.length;
		if (length === undefined) return { reason: `HTTP ${first.status}` };
		if (length < 3) return { reason: 'it has too few rows to tell.' };
		// On more than one page, so that the last one was asked for by a cursor.
		const size = String(length < LARGE ? length - 1 : LARGE);
		let answer = await this.get(path, { ...query, [parameter]: size });
		let asked: string | undefined;
		for (let [page, rows] = [1, 0]; page <= MOST_PAGES; page++) {
			const count = this.recordsOf(endpoint, answer)?.length;
			if (count === undefined) return { reason: `HTTP ${answer.status} on page ${page}` };
			rows += count;
			const total = this.fieldOf(answer, ['totalRecordCount']);
			if (count === 0) return { value: 'always', rows, total };
			const written = this.fieldOf(answer, NEXT);
			const goOn = async (next: InstanceType<PackageContract['Cursor']>): Promise<Answer> => {
				const kept = Object.entries({ ...query, [parameter]: size }).filter(([name]) => !next.names.has(name));
				return await this.getTarget(`${path}?${new URLSearchParams(kept).toString()}&${next.query}`);
			};
			if (written === undefined) {
				const behind = this.behind(endpoint, answer);
				const more = behind && (await goOn(behind));
				return { value: 'absent', rows, total, goesOn: more && this.bringsMore(endpoint, answer, more) };
			}
			if (written === null || String(written).trim() === '') return { value: 'null', rows, total };
			const cursor = this.contract.readCursor(written, 'next');
			if (cursor === undefined) return { reason: 'its next page has a form that can’t be read.' };
			if (cursor.query === asked) return { value: 'echo', rows, total };
			asked = cursor.query;
			answer = await goOn(cursor);
		}
		return { reason: `it is longer than ${MOST_PAGES} pages.` };
	}

	/** The position after the last row, by the document's second rule. */
	private behind(endpoint: Endpoint, answer: Answer): InstanceType<PackageContract['Cursor']> | undefined {
		const last = this.recordsOf(endpoint, answer)?.at(-1);
		const id = last && this.contract.pick(last, endpoint.ids ?? []);
		const moment = endpoint.paging.kind === 'cursor' ? endpoint.paging.moment : undefined;
		const date: Record<string, string> = moment === undefined ? {} : { referenceDateTime: String(last?.[moment]) };
		return id === undefined
			? undefined
			: new this.contract.Cursor({ direction: 'next', referenceId: String(id), ...date });
	}

	/** Whether there are other rows after the last one; undefined if the request is refused. */
	private bringsMore(endpoint: Endpoint, page: Answer, more: Answer): boolean | undefined {
		const idOf = (row: Record<string, unknown>): unknown => this.contract.pick(row, endpoint.ids ?? []);
		const known = new Set(this.recordsOf(endpoint, page)?.map(idOf));
		return this.recordsOf(endpoint, more)?.some((row) => !known.has(idOf(row)));
	}

	private recordsOf(endpoint: Endpoint, { body, status }: Answer): Array<Record<string, unknown>> | undefined {
		if (status !== 200) return undefined;
		const page = this.contract.openEnvelope(endpoint.envelope, body);
		return 'refusal' in page ? undefined : page.records;
	}

	private fieldOf({ body }: Answer, names: readonly string[]): unknown {
		const fields = this.contract.isJsonObject(body) ? body : {};
		return names.map((name) => fields[name]).find((value) => value !== undefined);
	}
}

function meaningOf(total: unknown, rows: number): Pick<Reading, 'value' | 'reason'> {
	if (total === undefined || total === null) return { value: 'absent' };
	if (Number(total) === rows) return { value: 'right' };
	return Number(total) > rows ? { value: 'everything' } : { value: null, reason: 'it is smaller than the list.' };
}

/** The printed lines: the values of each choice, with the lists that show them. */
export function readingLines(readings: readonly Reading[]): string[] {
	const lines: string[] = [];
	for (const choice of CHOICES) {
		const groups = new Map<string, string[]>();
		for (const { value, reason, endpoint } of readings.filter((reading) => reading.choice === choice)) {
			const words = value === null ? `unknown: ${reason ?? 'nothing shows it'}` : value;
			groups.set(words, [...(groups.get(words) ?? []), endpoint]);
		}
		if (groups.size > 0) lines.push(`Open question, ${choice}: ${choiceTable[choice].about}`);
		for (const [words, endpoints] of groups) lines.push(`           ${words}: ${endpoints.join(', ')}`);
	}
	return lines;
}
