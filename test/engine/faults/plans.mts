// One run of every operation: what it is told, and by what its writes are known again.
import type { IDataObject } from 'n8n-workflow';
import { type Endpoint, type EndpointId, endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Key } from '../support/bench.mts';
import { everyOperation } from '../support/everyOperation.mts';
import type { Sort } from './draw.mts';

export interface Plan {
	id: string;
	key: Key;
	sort: Sort;
	parameters: IDataObject;
	items: IDataObject[];
	/** What the body of a carried-out write holds once for each item; without it only their number is known. */
	marks?: string[];
	/** Whether writing twice changes nothing. */
	idempotent: boolean;
	/** Nothing may be written, whatever happens. */
	writesNothing?: boolean;
	/** The items of a second run at the same time, with marks of their own. */
	atOnce?: { items: IDataObject[]; marks: string[] };
	/** What no two carried-out writes may hold, whoever sends them. */
	onlyOnce?: string[];
}

const many = new Set([
	'staff.create',
	'staff.update',
	'staff.upsert',
	'staff.upsert (known)',
	'staff.upsert (preview)',
	'staff.upsert (stopped)',
	'staff.upsert (batch)',
	...['new address', 'new number', 'failing look-ups', 'nothing', 'nothing, preview', 'shared numbers', 'at once'].map(
		(danger) => `staff.upsert (${danger})`,
	),
	'securityLicence.upsert',
	'webhookSubscription.create',
]);

/** What makes each item of a run recognisable, beside the least that an operation needs. */
function markedBy(id: string): IDataObject {
	switch (id) {
		case 'staff.upsert':
			return { firstName: 'Ann', lastName: 'Lee', email: '=u{{ $json.mark }}@example.com' };
		case 'staff.create':
			return { firstName: 'Ann', lastName: 'Lee', email: '={{ $json.mark }}@example.com' };
		case 'staff.update':
			return { employeeId: '={{ $json.employee }}', updateFields: { mobile: '={{ $json.mark }}' } };
		case 'securityLicence.upsert':
			return { licenses: { licence: [{ licenseNumber: '={{ $json.mark }}', stateCode: 'NSW' }] } };
		case 'webhookSubscription.create':
			return { uri: 'https://example.com/{{ $json.mark }}'.replace(/^/, '=') };
		default:
			return {};
	}
}

const idempotent = (id: string): boolean => id === 'staff.upsert (known)' || id.endsWith('.update');

/** Undefined where an operation is not one endpoint. */
/** They have no endpoint of their own, and write nothing. */
const readsOnly = new Set(['apiKey.check', 'staff.findMismatches']);

const endpointOf = (id: string): Endpoint | undefined => (id in endpoints ? endpoints[id as EndpointId] : undefined);

const custom: Array<[string, Key, IDataObject]> = [
	['customRequest.send (list)', 'timesheet', { path: '/api/external/sites', returnAll: true }],
	[
		'customRequest.send (write)',
		'developer',
		{
			method: 'POST',
			path: '/api/external/staffs',
			body: '={{ JSON.stringify({ employees: [{ firstName: "A", lastName: "B", email: $json.mark + "@example.com" }] }) }}',
		},
	],
];

export interface Known {
	timesheetId: string;
	incidentReportId: string;
	email: string;
	subscriberId: string;
	subscriptionId: string;
	userId: string;
	/** Employees with a number, from 3001 on. */
	people: Array<{ email: string; number: string }>;
}

/** The operations of the node, with ids that the sandbox knows. */
export function plansOf(run: number, { people, ...ids }: Known, batchSize: number): Plan[] {
	const marks = (count: number): string[] => Array.from({ length: count }, (_, index) => `f${run}x${index}y`);
	const make = (id: string, key: Key, parameters: IDataObject, sort: Sort): Plan => {
		const count = sort === 'write' && (many.has(id) || id.startsWith('custom')) ? (id.includes('(batch)') ? 9 : 6) : 1;
		const marked = many.has(id) || id === 'customRequest.send (write)' ? marks(count) : undefined;
		const items = Array.from({ length: count }, (_, index) => ({
			mark: marked?.[index] ?? '',
			employee: 3001 + index,
		}));
		return { id, key, sort, parameters, items, marks: marked, idempotent: idempotent(id) };
	};
	const usual = everyOperation
		.filter(({ id }) => id !== 'customRequest.send')
		.map(({ id, key, parameters }) => {
			const own = Object.fromEntries(Object.entries(ids).filter(([name]) => name in parameters));
			const endpoint = endpointOf(id);
			const list = endpoint?.list === true;
			return make(
				id,
				key,
				{
					...parameters,
					...own,
					...markedBy(id),
					...(list ? { returnAll: true, advanced: endpoint?.pageSize ? { pageSize: 40 } : {} } : {}),
					...(['staff.create', 'staff.update', 'staff.upsert'].includes(id) ? { advanced: { batchSize } } : {}),
					// Of a key that was refused its claims are told as ever; its token ends at another moment each time.
					...(id === 'apiKey.check' ? { options: { outputFields: 'keyType, opens, doesNotOpen' } } : {}),
				},
				list ? 'list' : endpoint?.method === 'GET' || readsOnly.has(id) ? 'single' : 'write',
			);
		});
	const more = custom.map(([id, key, parameters]) =>
		make(
			id,
			key,
			{ resource: 'customRequest', operation: 'send', ...parameters },
			id.includes('list') ? 'single' : 'write',
		),
	);
	const row = { id: '={{ $json.employee }}', mobile: '=k{{ $json.mark }}' };
	const known = {
		resource: 'staff',
		operation: 'upsert',
		matchBy: 'id',
		columns: { mappingMode: 'defineBelow', value: row },
		advanced: { batchSize },
	};
	const news = {
		resource: 'staff',
		operation: 'upsert',
		columns: {
			mappingMode: 'defineBelow',
			value: {
				firstName: 'Ann',
				lastName: 'Lee',
				email: '=p{{ $json.mark }}@example.com',
				licenseNumber: '={{ $json.mark }}',
			},
		},
	};
	const guarded = (id: string, parameters: IDataObject, options: IDataObject): Plan => ({
		...make(id, 'developer', { ...parameters, options, advanced: { batchSize } }, 'write'),
		writesNothing: true,
	});
	/** Sheets that nobody may be made or overwritten by, and one whose safeguard comes to nothing. */
	const sheet = (id: string, value: IDataObject, more: IDataObject = {}): Plan => {
		const columns = { mappingMode: 'defineBelow', value: { firstName: 'Ann', lastName: 'Lee', ...value } };
		const plan = make(id, 'developer', { ...news, columns, advanced: { batchSize }, ...more }, 'write');
		return { ...plan, items: plan.items.map((item, index) => ({ ...item, index, ...people[index % people.length] })) };
	};
	const own = '={{ $json.mark }}@example.com';
	const licensed = { id: row.id, licenseNumber: '={{ $json.mark }}' };
	const dangers: Plan[] = [
		sheet('staff.upsert (new address)', { email: own, employeeId: '={{ $json.number }}' }),
		sheet(
			'staff.upsert (new number)',
			{ email: '={{ $json.email }}', employeeId: '=N{{ $json.mark }}' },
			{ matchBy: 'employeeId' },
		),
		make(
			'staff.upsert (failing look-ups)',
			'developer',
			{ ...known, columns: { ...known.columns, value: licensed }, options: { stopIfMoreThan: 3 } },
			'write',
		),
		sheet('staff.upsert (nothing)', { email: own }, { options: { stopIfMoreThan: '={{ $json.typo }}' } }),
		sheet('staff.upsert (nothing, preview)', { email: own }, { options: { previewOnly: '={{ $json.typo }}' } }),
	].map((plan) => ({ ...plan, writesNothing: true }));
	const numbers = [0, 1, 2].map((pair) => `"Q${run}n${pair}q"`);
	const shared: Plan = {
		...sheet('staff.upsert (shared numbers)', {
			email: '=s{{ $json.mark }}@example.com',
			employeeId: `=Q${run}n{{ Math.floor($json.index / 2) }}q`,
		}),
		onlyOnce: numbers,
	};
	const first = sheet('staff.upsert (at once)', {
		email: '=t{{ $json.mark }}@example.com',
		employeeId: '=Tf{{ $json.run }}x{{ $json.index }}y',
	});
	const ofRun = (mark: (index: number) => string): IDataObject[] =>
		first.items.map((item, index) => ({ ...item, run, mark: mark(index) }));
	const others = marks(first.items.length).map((mark) => `g${mark}`);
	const firsts = marks(first.items.length).map((mark) => `h${mark}`);
	const together: Plan = {
		...first,
		items: ofRun((index) => firsts[index] ?? ''),
		marks: firsts,
		atOnce: { items: ofRun((index) => others[index] ?? ''), marks: others },
		onlyOnce: marks(first.items.length).map((mark) => `"T${mark}"`),
	};
	const batch = (size: number): Plan =>
		make(
			'staff.upsert (batch)',
			'developer',
			{
				...news,
				columns: {
					mappingMode: 'defineBelow',
					value: { ...news.columns.value, email: `=b${size}{{ $json.mark }}@example.com` },
				},
				advanced: { batchSize: size },
			},
			'write',
		);
	const register = {
		resource: 'staff',
		operation: 'getAll',
		limit: 5,
		options: { includeLicences: true, rows: 'licence' },
	};
	return [
		...usual,
		...more,
		make('staff.upsert (known)', 'developer', known, 'write'),
		guarded('staff.upsert (preview)', run % 2 === 0 ? news : known, { previewOnly: true }),
		guarded('staff.upsert (stopped)', news, { stopIfMoreThan: 1 }),
		...[25, 4, 3].map((size) => batch(size)),
		...dangers,
		shared,
		together,
		make('staff.getAll (licences)', 'developer', register, 'list'),
	];
}
