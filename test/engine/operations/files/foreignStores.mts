import type { IExecuteFunctions, IHttpRequestOptions, INodeType } from 'n8n-workflow';

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
