// Licences of the sandbox's guards, for the tests of the watch trigger.
import type { IDataObject } from 'n8n-workflow';
import { type Reported, watchNode, type WatchHost } from './watchHost.mts';
import { HOUR, MINUTE, type WatchWorld } from './watchWorld.mts';

export const DAY = 24 * HOUR;
export const keys = (items: Reported[]): string[] => items.map(({ watch }) => watch.key);
export const reported = ({ runs }: WatchHost): Reported[] => runs.flatMap(({ items }) => items);
export const expiring = (more: object = {}) => watchNode({ event: 'licence.expiring', ...more });
export const invalid = (more: object = {}) => watchNode({ event: 'licence.invalid', ...more });

/** What the tests do with the company's licences, by the API itself. */
export function useLicences(world: WatchWorld) {
	async function api<Data>(method: string, path: string, body?: object): Promise<Data> {
		const { url, keys: apiKeys, subscriptionKey } = world.sandbox;
		const headers = { 'content-type': 'application/json', 'external-gh-apim-sub-key': subscriptionKey };
		const ask = async (verb: string, where: string, what: object | undefined, more: object): Promise<Data> => {
			const init = { method: verb, headers: { ...headers, ...more }, ...(what ? { body: JSON.stringify(what) } : {}) };
			return ((await (await fetch(`${url}${where}`, init)).json()) as { data: Data }).data;
		};
		const token = (await ask('POST', '/api/external/token/request', { apiKey: apiKeys.developer }, {})) as IDataObject;
		return await ask(method, path, body, { authorization: `Bearer ${String(token.accessToken)}` });
	}

	const guardIds = async (): Promise<number[]> =>
		(await api<Array<{ id: number }>>('GET', '/api/external/staffs?limit=200')).map(({ id }) => id);

	/** Writes the expiry of a new licence, or of one that is there. */
	const setLicence = async (
		guard: number,
		number: string,
		expiryDate: string | null,
		licenseId?: number,
	): Promise<number> => {
		const licence = { licenseNumber: number, ...(expiryDate === null ? {} : { expiryDate }), licenseId };
		const [made] = await api<IDataObject[]>('POST', `/api/external/staffs/${guard}/licenses`, { licenses: [licence] });
		return Number(made?.securityLicenseId);
	};

	const inDays = async (days: number): Promise<string> =>
		`${new Date((await world.now()) + days * DAY).toISOString().slice(0, 10)}T00:00:00Z`;

	const licenceRequests = async (): Promise<string[]> =>
		(await world.requests()).map(({ path }) => path).filter((path) => path.endsWith('/licenses'));

	/** A trigger whose key has the service’s limit, and nobody else has used this minute. */
	async function slowHost(): Promise<WatchHost> {
		await world.pass(3 * MINUTE);
		const n8n = world.host('memory', 'developer', { requestsPerMinute: 60 });
		n8n.budgetMs = 10_000;
		return n8n;
	}

	return { api, guardIds, setLicence, inDays, licenceRequests, slowHost };
}
