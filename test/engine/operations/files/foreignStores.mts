import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { IExecuteFunctions, IHttpRequestOptions, INodeType } from 'n8n-workflow';
import type { Bench } from '../../support/bench.mts';
import { type Recorder, startRecorder } from '../../support/recorder.mts';

export interface ForeignStores {
	/** The addresses that the node asked for beside those of the service, oldest first. */
	asked: string[];
	restore(): void;
}

/**
 * Lets hosts of the internet be servers of this test: what a node asks of them goes to the server in their place, through
 * n8n's own request helper with all that the node told it. Every other address is asked as it is.
 */
export function foreignStores(node: INodeType, hosts: Record<string, string>): ForeignStores {
	const asked: string[] = [];
	const prototype = Object.getPrototypeOf(node) as { execute: NonNullable<INodeType['execute']> };
	const { execute } = prototype;
	prototype.execute = async function (this: IExecuteFunctions, ...rest) {
		const helpers: IExecuteFunctions['helpers'] = {
			...this.helpers,
			httpRequest: async (options: IHttpRequestOptions): Promise<unknown> => {
				asked.push(options.url);
				const { origin } = new URL(options.url);
				const url = options.url.replace(origin, hosts[origin] ?? origin);
				return await (this.helpers.httpRequest(
					options.url === url ? options : { ...options, url },
				) as Promise<unknown>);
			},
		};
		const context = new Proxy(this, {
			get: (target, name) => {
				if (name === 'helpers') return helpers;
				const value: unknown = Reflect.get(target, name, target);
				return typeof value === 'function' ? (value.bind(target) as unknown) : value;
			},
		});
		return await execute.call(context, ...rest);
	};
	return {
		asked,
		restore() {
			prototype.execute = execute;
		},
	};
}

/** One server in place of these hosts for a test file; what came is forgotten before each test. */
export function useStores(bench: Bench, ...hosts: string[]) {
	let store: Recorder;
	let stores: ForeignStores;
	beforeAll(async () => {
		store = await startRecorder();
		stores = foreignStores(bench.node, Object.fromEntries(hosts.map((host) => [host, store.url])));
	});
	afterAll(async () => {
		stores.restore();
		await store.close();
	});
	beforeEach(() => {
		store.clear();
		stores.asked.length = 0;
	});
	return {
		get store() {
			return store;
		},
		get asked() {
			return stores.asked;
		},
	};
}

export const licences = { resource: 'securityLicence', operation: 'getAll', employeeId: '1' };

/** The file of the one licence that comes: its error, or the file’s name, type and content. */
export async function attachmentOf(bench: Bench) {
	const { items, error } = await bench.run('developer', { ...licences, options: { downloadAttachment: true } });
	if (error !== undefined) throw new Error(error.message);
	const { fileName: name, mimeType: type, data = '' } = items[0]?.binary?.attachment ?? {};
	const reason = items[0]?.json.downloadError as string | undefined;
	return { reason, name, type, content: Buffer.from(data, 'base64') };
}
