// A sheet of 500 rows brought into the service: the requests of our node, and those of a loop of HTTP Request nodes.
import type { Sandbox } from '../sandbox/index.mts';
import type { SandboxAdmin } from '../kit/sandbox/admin.mts';
import type { SavedCredential } from '../kit/n8n/credentials.mts';
import { createWorkflow, deleteWorkflow, type WorkflowFile, type WorkflowNode } from '../kit/n8n/workflows.mts';
import { table } from './lib/measure.mts';
import { chain, httpRequest, kinds, node, start } from './lib/nodes.mts';
import { inPlace, timed, withN8n, type Running } from './lib/place.mts';
import type { Bench } from './lib/report.mts';
import { saveCredential, unlimited, withSandbox } from './lib/service.mts';

const count = 500;
const changed = 20;
const perMinute = 60;
const path = '/api/external/staffs';

type Row = Record<string, string>;

/** A sheet of people of its own for each candidate; `news` of them have another number than the time before. */
const sheet = (who: string, news: number): Row[] =>
	Array.from({ length: count }, (_, index) => ({
		firstName: `First${index}`,
		lastName: 'Bench',
		email: `${who}${index}@example.com`,
		mobile: index < news ? '+61 2' : '+61 1',
	}));

const rowsOf = (rows: Row[]): WorkflowNode[] => [
	start(),
	node('Table', kinds.set, { mode: 'raw', jsonOutput: JSON.stringify({ row: rows }), options: {} }),
	node('Rows', kinds.splitOut, { fieldToSplitOut: 'row', options: {} }),
];

const ours = (rows: Row[], credential: SavedCredential): WorkflowFile =>
	chain(
		'Our node',
		...rowsOf(rows),
		node(
			'Work',
			kinds.ours,
			{ resource: 'staff', operation: 'upsert', columns: { mappingMode: 'autoMapInputData', value: null } },
			credential,
		),
	);

const row = "$('Loop').item.json";

/** Loop Over Items, a search, If, and one HTTP Request node each for who is there and who isn't. */
function looped(rows: Row[], sandbox: Sandbox, credential: SavedCredential): WorkflowFile {
	const write = (name: string, method: string, employee: string): WorkflowNode => {
		const request = httpRequest(`${sandbox.url}${path}`, credential);
		const body = `={{ JSON.stringify({ employees: [${employee}] }) }}`;
		return {
			...request,
			id: name,
			name,
			parameters: { ...request.parameters, method, sendBody: true, specifyBody: 'json', jsonBody: body },
		};
	};
	const search = {
		...httpRequest(`=${sandbox.url}${path}/search?email={{ $json.email }}`, credential, {
			response: { response: { neverError: true } },
		}),
		id: 'search',
		name: 'Search',
	};
	const isThere = node('Is there', kinds.if, {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			conditions: [
				{
					id: 'a',
					leftValue: '={{ $json.data?.id }}',
					rightValue: '',
					operator: { type: 'number', operation: 'exists', singleValue: true },
				},
			],
			combinator: 'and',
		},
		options: {},
	});
	const file = chain('Loop', ...rowsOf(rows), node('Loop', kinds.loop, { batchSize: 1, options: {} }));
	file.nodes.push(
		search,
		isThere,
		write('Update', 'PATCH', `{ id: $json.data.id, ...${row} }`),
		write('Create', 'POST', row),
	);
	const to = (name: string): unknown => [{ node: name, type: 'main', index: 0 }];
	Object.assign(file.connections, {
		Loop: { main: [[], to('Search')] },
		Search: { main: [to('Is there')] },
		'Is there': { main: [to('Update'), to('Create')] },
		Update: { main: [to('Loop')] },
		Create: { main: [to('Loop')] },
	});
	return file;
}

interface Counted {
	requests: number;
	written: number;
}

async function run(n8n: Running, admin: SandboxAdmin, file: WorkflowFile): Promise<Counted> {
	const { id } = await createWorkflow(n8n.session, file);
	const mark = await admin.mark();
	const { read } = await timed(n8n, id, 600_000);
	const { error } = await read();
	if (error) throw new Error(error.message);
	const requests = (await admin.requestsSince(mark)).filter((request) => request.path.startsWith(path));
	await deleteWorkflow(n8n.session, id);
	return { requests: requests.length, written: requests.filter(({ method }) => method !== 'GET').length };
}

const sheets: Array<[label: string, news: number]> = [
	[`${count} rows, all new`, 0],
	[`${count} rows, ${changed} changed`, changed],
	[`${count} rows, none changed`, changed],
];

const minutes = (requests: number): string => {
	const whole = Math.ceil(requests / perMinute) - 1;
	return whole < 1 ? 'at once' : `${whole} min`;
};

async function measure(n8n: Running, sandbox: Sandbox, admin: SandboxAdmin): Promise<string[][]> {
	const credential = await saveCredential(n8n, sandbox, 'developer', unlimited);
	const lines: string[][] = [];
	for (const [label, news] of sheets) {
		const own = await run(n8n, admin, ours(sheet('ours', news), credential));
		const loop = await run(n8n, admin, looped(sheet('loop', news), sandbox, credential));
		lines.push(
			[label, 'HTTP Request nodes in a loop', String(loop.requests), String(loop.written), minutes(loop.requests)],
			['', 'our node: Create or Update', String(own.requests), String(own.written), minutes(own.requests)],
		);
	}
	return lines;
}

export const sheetOfStaff: Bench = {
	letter: 'h',
	title: `A sheet of ${count} people`,
	rooms: ['form', 'operations', 'transport', 'resources/staff'],
	run: () =>
		withSandbox({ ratePerMinute: unlimited }, (sandbox, admin) =>
			inPlace((place) =>
				withN8n(
					place,
					async (
						n8n,
					) => `Each row is a person with first name, last name, e-mail address and mobile number. The loop is what people build
otherwise: *Loop Over Items*, a search by e-mail, *If*, and a request that creates or updates. Requests without those for tokens;
the last column is the least time that they take at ${perMinute} a minute. Beside these people the company has 42 others. That somebody
isn't there is what a search says, so that each new person costs one for both; our node creates 25 of them in one request.

${table(['Sheet', 'What', 'Requests', 'of them writes', `Time at ${perMinute} a minute`], await measure(n8n, sandbox, admin))}`,
				),
			),
		),
};
