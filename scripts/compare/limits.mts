// `npm run compare -- --limits`: measures, with reads only, the facts about a key's limits that the published pages
// leave open.
import type { PackageContract } from '../docs/sources.mts';
import { type Endpoint, opens, requiredDates } from './plan.mts';
import type { Time } from './slidingWindow.mts';
import { type Once, type Query, ServiceFailure } from './service.mts';

const WINDOW_MS = 60_000;

/** Reads beyond the expected limit, to find its actual value. */
const EXTRA = 20;

const AT_ONCE = 5;

/** The search for the limit stops here. */
const MOST = 200;

const SIZES = [1000, 500, 200, 100];

/** One key of one service. */
interface Measured {
	keyType?: string;
	scopes: readonly string[];
	once(path: string, query: Query): Promise<Once>;
}

export interface Limits {
	/** Requests served before the first refusal; undefined if none was refused. */
	perWindow?: number;
	/** `Retry-After` of the first refusal, unchanged. */
	retryAfter?: string;
	/** Requests served after the first window, despite the refused ones. */
	servedAfterwards?: number;
	refusedCount: 'yes' | 'no' | 'unclear';
	/** For each list: the largest page size that was accepted, and the number of rows returned. */
	pages: Array<{ endpoint: string; size: number; rows: number } | { endpoint: string; refused: number }>;
}

/** Sends five at a time until the first refusal, so that a slow answer doesn't stretch the window. */
async function untilRefused(measured: Measured, path: string): Promise<{ served: number; refusal?: Once }> {
	for (let served = 0; served < MOST;) {
		const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => measured.once(path, { limit: '1' })));
		served += answers.filter(({ status }) => status === 200).length;
		const refusal = answers.find(({ status }) => status === 429);
		if (refusal !== undefined) return { served, refusal };
		const other = answers.find(({ status }) => status !== 200);
		if (other !== undefined) throw new ServiceFailure(`A read was answered with HTTP ${other.status}.`);
	}
	return { served: MOST };
}

async function pagesOf(measured: Measured, contract: PackageContract): Promise<Limits['pages']> {
	const pages: Limits['pages'] = [];
	for (const endpoint of Object.values<Endpoint>(contract.endpoints)) {
		const allowed = opens(endpoint, measured.keyType ?? '', measured.scopes);
		const parameter = endpoint.pageSize?.parameter;
		if (endpoint.method !== 'GET' || parameter === undefined || endpoint.path.includes('{') || !allowed) continue;
		let refused = 0;
		for (const size of SIZES) {
			const query = { ...requiredDates(endpoint), [parameter]: String(size) };
			const { status, rows } = await measured.once(endpoint.path, query);
			if (status === 200) {
				pages.push({ endpoint: endpoint.id, size, rows });
				break;
			}
			refused = status;
		}
		if (pages.at(-1)?.endpoint !== endpoint.id) pages.push({ endpoint: endpoint.id, refused });
	}
	return pages;
}

/** Takes about two minutes and the whole minute of the key, twice. */
export async function measureLimits(measured: Measured, contract: PackageContract, time: Time): Promise<Limits> {
	const { path } = contract.endpoints['customer.getAll'];
	const pages = await pagesOf(measured, contract);
	// Earlier requests, from here or elsewhere, leave the window first.
	await time.wait(WINDOW_MS);
	const first = await untilRefused(measured, path);
	const limits: Limits = { pages, refusedCount: 'unclear' };
	if (first.refusal === undefined) return limits;
	const begun = time.now();
	limits.perWindow = first.served;
	limits.retryAfter = first.refusal.retryAfter;
	await time.wait(WINDOW_MS / 2);
	for (let extra = 0; extra < EXTRA; extra++) await measured.once(path, { limit: '1' });
	// By then all served requests have left the window, but those refused half a window later have not.
	await time.wait(Math.max(0, WINDOW_MS + 200 - (time.now() - begun)));
	const again = await untilRefused(measured, path);
	limits.servedAfterwards = again.served;
	if (again.served >= first.served - EXTRA / 4) limits.refusedCount = 'no';
	else if (again.served <= first.served - EXTRA / 2) limits.refusedCount = 'yes';
	return limits;
}

export function limitsText(
	service: string,
	{ perWindow, retryAfter, servedAfterwards, refusedCount, pages }: Limits,
): string {
	const answers = { yes: 'yes', no: 'no', unclear: 'unclear; something else may be using the key' };
	const lines = pages.map((page) =>
		'size' in page
			? `  ${page.endpoint}: ${page.size} requested and accepted, ${page.rows} rows returned`
			: `  ${page.endpoint}: refused at every size (HTTP ${page.refused})`,
	);
	return [
		`${service}`,
		`Served before the first refusal: ${perWindow ?? `${MOST}, without a refusal`}`,
		`Retry-After of that refusal: ${retryAfter ?? 'none'}`,
		`Served a minute later, after ${EXTRA} more had been refused: ${servedAfterwards ?? 'not measured'}`,
		`Do refused requests count? ${answers[refusedCount]}`,
		'Largest pages:',
		...lines,
	].join('\n');
}
