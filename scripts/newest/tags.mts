// Which tags an image has, asked of its registry by the protocol that all of them share; and which of them are of interest.

/** A registry that doesn't answer must not hold up the whole run. */
const TIMEOUT_MS = 60_000;
const MOST_PAGES = 200;

const ask = (url: URL, token?: string): Promise<Response> =>
	fetch(url, {
		signal: AbortSignal.timeout(TIMEOUT_MS),
		...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
	});

async function jsonOf(response: Response): Promise<Record<string, unknown>> {
	if (!response.ok) throw new Error(`The registry answered ${response.status} to ${new URL(response.url).pathname}.`);
	return (await response.json()) as Record<string, unknown>;
}

/** A registry needs a token even for public reads; its refusal says where to get one. */
async function tokenAfter(refusal: Response): Promise<string> {
	const said = refusal.headers.get('www-authenticate') ?? '';
	const { realm, ...query } = Object.fromEntries(
		[...said.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
	);
	if (realm === undefined) throw new Error('The registry refused access, and does not say where to get a token.');
	const url = new URL(realm);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	const { token, access_token: other } = await jsonOf(await ask(url));
	return String(token ?? other);
}

export async function tagsOf(registry: string, image: string): Promise<string[]> {
	const tags: string[] = [];
	let token: string | undefined;
	let next: URL | undefined = new URL(`/v2/${image}/tags/list?n=1000`, registry);
	for (let page = 0; next !== undefined; page += 1) {
		if (page === MOST_PAGES) throw new Error(`The registry’s list of tags of ${image} has no end.`);
		let response = await ask(next, token);
		if (response.status === 401 && token === undefined) {
			token = await tokenAfter(response);
			response = await ask(next, token);
		}
		const body = await jsonOf(response);
		if (!Array.isArray(body['tags'])) throw new Error(`The registry does not list the tags of ${image}.`);
		tags.push(...body['tags'].map(String));
		const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1];
		next = link === undefined ? undefined : new URL(link, next);
	}
	return tags;
}

/** Versions and pre-releases such as 3.0.0-rc.1; a tag that ends with an architecture belongs to another tag. */
const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-((?!amd64|arm64)[\da-z]+(?:\.[\da-z]+)*))?$/i;

export const majorOf = (tag: string): number => Number(VERSION.exec(tag)?.[1] ?? NaN);

/** Older before newer; a pre-release comes before its release. */
function compare(one: string, other: string): number {
	const [a, b] = [one, other].map((tag) => VERSION.exec(tag)?.slice(1) ?? []);
	for (let part = 0; part < 3; part += 1) {
		const difference = Number(a?.[part]) - Number(b?.[part]);
		if (difference !== 0) return difference;
	}
	const [before, after] = [a?.[3], b?.[3]];
	if (before === undefined || after === undefined) return Number(before === undefined) - Number(after === undefined);
	return before.localeCompare(after, 'en', { numeric: true });
}

export const newestOf = (tags: readonly string[]): string | undefined =>
	tags
		.filter((tag) => VERSION.test(tag))
		.sort(compare)
		.at(-1);

/** The tags to try: n8n's moving ones, and the newest version if it is of the next major version or later. */
export function chosenOf(tags: readonly string[], nextMajor: number): { chosen: string[]; newest: string } {
	const newest = newestOf(tags);
	if (newest === undefined) throw new Error('None of the tags is a version.');
	const moving = ['latest', 'next'].filter((tag) => tags.includes(tag));
	return { chosen: [...moving, ...(majorOf(newest) >= nextMajor ? [newest] : [])], newest };
}
