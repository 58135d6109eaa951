// The sandbox asked without the package: what is there, and what no agent may be told by default.
import { tokenPath } from '../../../kit/sandbox/admin.mts';
import { endpointsOf, loadDescription } from '../../../sandbox/description/load.mts';
import type { Sandbox } from '../../../sandbox/index.mts';

export type KeyName = keyof Sandbox['keys'];
export type SandboxRecord = Record<string, unknown>;

/** A page holds as many, which is more than the sandbox has of anything. */
const LARGEST_PAGE = '500';

async function json(response: Response): Promise<unknown> {
	if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
	return response.json();
}

/** What the service answers to a GET, without the package. */
export async function askDirectly(
	{ url, keys, subscriptionKey }: Sandbox,
	key: KeyName,
	path: string,
	query: Record<string, string>,
): Promise<{ data: unknown }> {
	const headers = { 'content-type': 'application/json', 'external-svc-apim-sub-key': subscriptionKey };
	const body = JSON.stringify({ apiKey: keys[key] });
	const token = (await json(await fetch(`${url}${tokenPath}`, { method: 'POST', headers, body }))) as {
		data: { accessToken: string };
	};
	const search = new URLSearchParams(query);
	const authorization = `Bearer ${token.data.accessToken}`;
	const answer = await fetch(`${url}/api/external/${path}?${search.toString()}`, {
		headers: { ...headers, authorization },
	});
	return (await json(answer)) as { data: unknown };
}

/** The whole list that the service has for this query, which is none of the package’s making. */
export async function listDirectly(
	sandbox: Sandbox,
	key: KeyName,
	path: string,
	query: Record<string, string> = {},
	limitedBy = 'limit',
): Promise<SandboxRecord[]> {
	const asked = { ...(limitedBy === '' ? {} : { [limitedBy]: LARGEST_PAGE }), ...query };
	// An empty list may be null.
	const data = ((await askDirectly(sandbox, key, path, asked)).data ?? []) as SandboxRecord[];
	if (data.length >= Number(LARGEST_PAGE)) throw new Error(`${path} has more than one page.`);
	return data;
}

export const ALL_TIME = { startDate: '2000-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' };

/** Fields of the sandbox’s records that say how to reach or find somebody, or when they were born. */
const CONTACT = /email|mobile|phone|birth|emergency|latitude|longitude|ipaddress|signature/i;

function contactsIn(value: unknown, isContact: boolean): string[] {
	if (Array.isArray(value)) return value.flatMap((each) => contactsIn(each, isContact));
	if (typeof value === 'object' && value !== null)
		return Object.entries(value).flatMap(([name, inner]) => contactsIn(inner, isContact || CONTACT.test(name)));
	return isContact && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [];
}

/** Every list of the description that needs no id: the key, the path, and a period where it must have one. */
const LISTS = endpointsOf(loadDescription()).flatMap(
	({ method, path, keyTypes, parameters }): Array<[KeyName, string, object]> => {
		const needed = parameters
			.filter((parameter) => 'required' in parameter && parameter.required)
			.map(({ name }) => name);
		const isList = method === 'GET' && parameters.some(({ name }) => name === 'limit');
		if (!isList || needed.some((name) => !(name in ALL_TIME))) return [];
		return [
			[(keyTypes[0] ?? 'liveops') as KeyName, path.replace('/api/external/', ''), needed.length > 0 ? ALL_TIME : {}],
		];
	},
);

/** All contact data of the sandbox’s people, as its answers hold them. */
export async function contactsOf(sandbox: Sandbox): Promise<string[]> {
	const records = await Promise.all(LISTS.map(([key, path, query]) => listDirectly(sandbox, key, path, { ...query })));
	const values = records.flat().flatMap((record) => contactsIn(record, false));
	// A number of few digits stands in many texts.
	return [...new Set(values)].filter((value) => value.length >= 6);
}
