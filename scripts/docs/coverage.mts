// One row per endpoint: what is known of it, what reaches it, what proves it.
import fs from 'node:fs';
import { inClone } from '../lib/paths.mts';
import { describeService, keyOf, type Described } from './description.mts';
import { findTests, type TestCase } from './proofs.mts';
import type { PackageContract, PackageResources } from './sources.mts';

export interface Proof {
	file: string;
	/** The first test of the file that uses the endpoint by itself, else the first that does so through a helper. */
	title: string;
	/** Whether more tests of the file do. Not how many, so that the page stays as it is when a test joins others. */
	others: boolean;
}

export interface Row extends Described {
	/** Rows of the endpoint table; none for the token exchange. */
	endpointIds: string[];
	/** `Staff: Get Many`. */
	operations: string[];
	/** What else of the package sends it. */
	otherUsers: string[];
	pageSize: string;
	proofs: Proof[];
}

export interface Sources {
	contract: PackageContract;
	resources: PackageResources;
}

/** Parts of the package that send requests without being operations, and the files that name their endpoints. */
const users = [
	{ name: 'trigger', file: 'nodes/WorkforceOperations/trigger/registration/service.ts' },
	{ name: 'pickers', file: 'nodes/WorkforceOperations/pickers/lists.ts' },
];

function operationsFor(id: string, { resources }: PackageResources): string[] {
	return resources.flatMap(({ name, operations }) =>
		operations.filter(({ endpoint }) => endpoint === id).map((operation) => `${name}: ${operation.name}`),
	);
}

function proofsFor(keys: readonly string[], tests: readonly TestCase[]): Proof[] {
	const byFile = new Map<string, Array<{ title: string; direct: boolean }>>();
	for (const { file, title, uses } of tests) {
		const used = keys.filter((key) => uses.has(key));
		if (used.length === 0) continue;
		if (!byFile.has(file)) byFile.set(file, []);
		byFile.get(file)?.push({ title, direct: used.some((key) => uses.get(key)) });
	}
	return [...byFile].map(([file, found]) => ({
		file,
		title: (found.find(({ direct }) => direct) ?? found[0])?.title ?? '',
		others: found.length > 1,
	}));
}

/** `file.test.mts` of this page itself names every endpoint and shows nothing of the service. */
const isProof = ({ file }: TestCase): boolean =>
	!file.startsWith('test/unit/docs/') && !file.endsWith('/table.test.mts');

export function coverage({ contract, resources }: Sources): Row[] {
	const described = describeService();
	const wanted = {
		paths: described.map(({ key }) => key),
		operationIds: described.map(({ operationId }) => operationId),
	};
	const tests = findTests(inClone('test'), 'test', wanted).filter(isProof);
	const texts = users.map(({ name, file }) => ({ name, text: fs.readFileSync(inClone(file), 'utf8') }));
	const table = Object.values(contract.endpoints);
	return described.map((operation) => {
		const endpoints = table.filter(({ method, path }) => keyOf(method, path) === operation.key);
		const ids = endpoints.map(({ id }) => id);
		const size = endpoints.find(({ pageSize }) => pageSize !== undefined)?.pageSize;
		return {
			...operation,
			endpointIds: ids,
			operations: ids.flatMap((id) => operationsFor(id, resources)),
			otherUsers: texts.filter(({ text }) => ids.some((id) => text.includes(`'${id}'`))).map(({ name }) => name),
			pageSize: size === undefined ? '' : `\`${size.parameter}\`, ${size.standard} by default (${size.source})`,
			proofs: proofsFor([operation.key, operation.operationId, ...ids], tests),
		};
	});
}
