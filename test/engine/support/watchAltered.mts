// A service whose records are others than the sandbox's, for the tests of the watch trigger.
import { afterEach, beforeEach } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.mts';
import { type Altered, startAltered } from './alteredPayload.mts';
import type { Engine, WatchHost } from './watchHost.mts';
import { HOUR, type WatchWorld } from './watchWorld.mts';

/** What stands in the place of a list's records; undefined leaves them. */
type Records = (records: IDataObject[], path: string, query: URLSearchParams) => IDataObject[] | undefined;

interface AlteredWorld {
	/** What the lists hold from now on. */
	records: Records;
	/** The lists come empty for so many requests … */
	empty: number;
	/** … but for what `records` says of that. */
	whole: boolean;
	/** What the lists hold now, whatever the sandbox has. */
	current(): IDataObject[];
	/** Two guards of one shift, who began three hours ago; `of` is what is so of them. */
	twoGuards(ids: object, of: (at: (hours: number) => string) => object): Promise<void>;
	host(engine: Engine, key: keyof Sandbox['keys'], credential?: IDataObject): WatchHost;
	published: WatchWorld['published'];
}

export function useAlteredLists(world: WatchWorld): AlteredWorld {
	let altered: Altered;
	const lists: AlteredWorld = {
		records: () => undefined,
		empty: 0,
		whole: false,
		current: () => lists.records([], '', new URLSearchParams()) ?? [],
		twoGuards: async (ids, of) => {
			const now = await world.now();
			const at = (hours: number): string => new Date(now + hours * HOUR).toISOString();
			const shared = { ...ids, siteName: 'Library', startTime: at(-3), endTime: at(5), status: 'SCHEDULED', ...of(at) };
			lists.records = () => [
				{ ...shared, name: 'Aroha Ngata', email: 'aroha@example.com' },
				{ ...shared, name: 'Ben Ito', email: 'ben@example.com' },
			];
		},
		host: (engine, key, credential) => world.host(engine, key, { ...credential, baseUrl: altered.url }),
		published: async (engine, key, node, credential) =>
			await world.published(engine, key, node, { ...credential, baseUrl: altered.url }),
	};
	beforeEach(async () => {
		Object.assign(lists, { records: () => undefined, empty: 0, whole: false });
		altered = await startAltered(world.sandbox.url, (path, status, body, query) => {
			const { data } = body as { data: unknown };
			// An empty list may come as null.
			if (status !== 200 || !(Array.isArray(data) || data === null)) return undefined;
			const found = (data ?? []) as IDataObject[];
			const others = lists.empty > 0 && !lists.whole ? [] : lists.records(found, path, query);
			if (lists.empty > 0) lists.empty--;
			const end = { nextPageParameter: null, nextPageParams: null, nextPageEndpoint: null };
			const counts = { count: null, recordCount: null, totalRecordCount: null };
			return others && { body: { ...(body as object), ...end, ...counts, data: others } };
		});
	});
	afterEach(async () => await altered.close());
	return lists;
}
