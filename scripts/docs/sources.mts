// The package's own sources in plain Node. They are written for CommonJS (imports without extension, n8n-workflow as n8n
// loads it), which Node's module loader does not resolve by itself; nothing has to be built for it this way.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { INodeTypeDescription } from 'n8n-workflow';
import { inClone } from '../../kit/lib/paths.mts';

export type PackageContract = typeof import('../../nodes/WorkforceOperations/contract/index.ts');
export type PackageResources = typeof import('../../nodes/WorkforceOperations/resources/index.ts');
export type PackageEvents = typeof import('../../nodes/WorkforceOperations/watch/events.ts');
export type PackageNodes = readonly [INodeTypeDescription, INodeTypeDescription, INodeTypeDescription];

const sources = pathToFileURL(inClone('nodes')).href;
const relative = /^\.{1,2}(\/|$)/;
let registered = false;

function register(): void {
	if (registered) return;
	registered = true;
	const workflow = pathToFileURL(createRequire(import.meta.url).resolve('n8n-workflow')).href;
	registerHooks({
		resolve(specifier, context, next) {
			const ours = context.parentURL?.startsWith(`${sources}/`) === true;
			if (ours && specifier === 'n8n-workflow') return next(workflow, context);
			const typed = (name: string) => ({ ...next(name, context), format: 'module-typescript' as const });
			if (specifier.startsWith(`${sources}/`)) return typed(specifier);
			if (!ours || !relative.test(specifier)) return next(specifier, context);
			try {
				return typed(`${specifier}.ts`);
			} catch {
				return typed(`${specifier.replace(/\/$/, '')}/index.ts`);
			}
		},
	});
}

async function load<Module>(file: string): Promise<Module> {
	register();
	return (await import(`${sources}/WorkforceOperations/${file}.ts`)) as Module;
}

async function describe(name: string): Promise<INodeTypeDescription> {
	const { [name]: Node } = await load<Record<string, new () => { description: INodeTypeDescription }>>(`${name}.node`);
	if (Node === undefined) throw new Error(`There is no node ${name}.`);
	return new Node().description;
}

/** The endpoint table, envelopes and regions of the package. */
export const loadPackageContract = (): Promise<PackageContract> => load('contract/index');

/** The operations that the action node offers. */
export const loadPackageResources = (): Promise<PackageResources> => load('resources/index');

/** What the watch trigger can watch. */
export const loadPackageEvents = (): Promise<PackageEvents> => load('watch/events');

/** The action node, the trigger and the watch trigger, as they describe themselves. */
export const loadPackageNodes = async (): Promise<PackageNodes> => [
	await describe('WorkforceOperations'),
	await describe('WorkforceOperationsTrigger'),
	await describe('WorkforceOperationsWatchTrigger'),
];
