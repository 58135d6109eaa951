// One row per endpoint: what is known of it, what reaches it, which tests name it.
import fs from 'node:fs';
import { inClone } from '../../kit/lib/paths.mts';
import { describeService, keyOf, type Described } from './description.mts';
import { filesNaming, testFiles, type TestFile } from './mentions.mts';
import type { PackageContract, PackageResources } from './sources.mts';

export interface Row extends Described {
	/** Rows of the endpoint table; none for the token exchange. */
	endpointIds: string[];
	/** `Staff: Get Many`. */
	operations: string[];
	/** What else of the package sends it. */
	otherUsers: string[];
	pageSize: string;
	/** How the place behind a row is named, where an answer leaves doubt whether the list goes on. */
	behindRow: string;
	/** Test files that name the endpoint. */
	tests: string[];
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

type Endpoint = PackageContract['endpoints'][keyof PackageContract['endpoints']];

function behindRow(paging: Endpoint['paging'] | undefined): string {
	const anchors = paging?.kind === 'cursor' ? (paging.anchors ?? []) : [];
	return anchors
		.map(({ parameter, fields, source }) => {
			const names = fields.map((field) =>
				[field]
					.flat()
					.map((name) => `\`${name}\``)
					.join(' and '),
			);
			return `\`${parameter}\` from ${names.join(' or ')} (${source})`;
		})
		.join(', ');
}

function operationsFor(id: string, { resources }: PackageResources): string[] {
	return resources.flatMap(({ name, operations }) =>
		operations.filter(({ endpoint }) => endpoint === id).map((operation) => `${name}: ${operation.name}`),
	);
}

/** These name every endpoint and show nothing of the service. */
const isProof = ({ file }: TestFile): boolean =>
	!file.startsWith('test/repository/docs/') && !file.endsWith('/table.test.mts');

export function coverage({ contract, resources }: Sources): Row[] {
	const described = describeService();
	const tests = testFiles(inClone('test'), 'test').filter(isProof);
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
			behindRow: behindRow(endpoints[0]?.paging),
			tests: filesNaming({ ...operation, operations: ids }, tests),
		};
	});
}
