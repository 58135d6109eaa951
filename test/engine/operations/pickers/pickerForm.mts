// The lists behind the form's fields, asked as the editor asks for them.
import { LoadOptionsContext } from 'n8n-core';
import {
	type IDataObject,
	type INode,
	type INodeListSearchResult,
	type INodePropertyOptions,
	Workflow,
} from 'n8n-workflow';
import type { CredentialStore } from '../../../../kit/core/credentials.mts';
import { additionalDataOf, nodeTypes } from '../../../../kit/core/engine.mts';
import type { Bench, Key } from '../../support/bench.mts';

interface Ask {
	/** What the form holds, and the path of the field whose list is asked for. */
	form?: IDataObject;
	path?: string;
	filter?: string;
	token?: unknown;
	store?: CredentialStore;
	timeZone?: string;
}

function contextFor(
	store: CredentialStore,
	{ form = {}, path = 'parameters.filters.siteId', timeZone: timezone }: Ask,
): LoadOptionsContext {
	const node: INode = {
		id: 'n',
		name: 'N',
		type: 'n8n-nodes-workforce-operations.workforceOperations',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { workforceOperationsApi: { id: '1', name: 'c' } },
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes, settings: { timezone } });
	return new LoadOptionsContext(
		workflow,
		node,
		{ ...additionalDataOf(store, node), currentNodeParameters: form as INode['parameters'] },
		path,
	);
}

export const names = ({ results }: INodeListSearchResult): string[] => results.map(({ name }) => name);

/** The methods of the node, with what the editor hands to them. */
export function pickersOf(bench: Bench) {
	const methods = bench.node.methods as {
		listSearch: Record<
			string,
			(this: LoadOptionsContext, filter?: string, token?: unknown) => Promise<INodeListSearchResult>
		>;
		loadOptions: Record<string, (this: LoadOptionsContext) => Promise<INodePropertyOptions[]>>;
	};

	async function search(method: string, key: Key, ask: Ask = {}): Promise<INodeListSearchResult> {
		const run = methods.listSearch[method];
		if (run === undefined) throw new Error(method);
		return await run.call(contextFor(ask.store ?? bench.store(key), ask), ask.filter, ask.token);
	}

	async function load(method: string, key: Key, ask: Ask = {}): Promise<INodePropertyOptions[]> {
		const run = methods.loadOptions[method];
		if (run === undefined) throw new Error(method);
		return await run.call(contextFor(ask.store ?? bench.store(key), ask));
	}
	return { methods, search, load };
}
