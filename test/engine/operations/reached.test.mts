// docs/reference/service-coverage.md says of each endpoint what sends it, read from the sources. Here everything is run, and what the service
// sees must be the same, no less and no more: whoever comes to send another endpoint fails here until a run shows it.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import { resources } from '../../../nodes/WorkforceOperations/resources/index.ts';
import { watchedEvents } from '../../../nodes/WorkforceOperations/watch/events.ts';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { reachedBy } from '../../../scripts/docs/reached.mts';
import { admin, journal } from '../support/admin.mts';
import { triggerNode } from '../support/triggerHost.mts';
import { useTriggerService } from '../support/triggerSetup.mts';
import { watchNode } from '../support/watchHost.mts';
import { HOUR, useWatchWorld } from '../support/watchWorld.mts';
import { type Key, useBench } from '../support/bench.mts';
import { everyOperation } from '../support/everyOperation.mts';
import { pickersOf } from './pickers/pickerForm.mts';
import { SheetService } from '../support/sheetService.mts';

const reached = reachedBy(contract, resources);
const claimed = (user: string): string[] => [...(reached.get(user) ?? [])].sort();

/** The rows of the table, those whose path names everything first. */
const table = Object.values(contract.endpoints)
	.map(({ id, method, path }) => ({ id, method, path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
	.sort((a, b) => Number(a.path.source.includes('[')) - Number(b.path.source.includes('[')));

function idsOf(seen: ReadonlyArray<{ method: string; path: string }>): string[] {
	const ids = seen
		.filter(({ path }) => !path.endsWith('/token/request'))
		.map(({ method, path }) => {
			const row = table.find((candidate) => candidate.method === method && candidate.path.test(path));
			if (row === undefined) throw new Error(`No endpoint is ${method} ${path}`);
			return row.id;
		});
	return [...new Set(ids)].sort();
}

describe('an operation sends what the page says, and nothing else', () => {
	const bench = useBench();

	/** Runs in which an operation does more than its endpoint. */
	const more: Record<string, Array<{ parameters: IDataObject; rows?: IDataObject[] }>> = {
		'timesheet.get': [{ parameters: { timesheetId: '1', options: { includeRates: true } } }],
		'timesheet.getAll': [{ parameters: { limit: 1, options: { includeRates: true } } }],
		'incidentReport.get': [{ parameters: { incidentReportId: '1', options: { downloadPdf: true } } }],
		'staff.getAll': [{ parameters: { options: { includeLicences: true } } }],
		'securityLicence.upsert': [
			{ parameters: { employeeId: '1002', licenses: { licence: [{ licenseNumber: 'SL1', stateCode: 'NSW' }] } } },
		],
		'staff.update': [sheet({ id: 1002, 'Licence number': 'SL1' })],
		'staff.upsert': [
			sheet({ 'E-mail': 'p1@example.com', Mobile: '1', 'Licence number': 'SL1' }),
			sheet(
				...['ann', 'ben', 'cai', 'dee', 'eve', 'fay'].map((name) => ({
					'First name': name,
					Surname: 'Lee',
					'E-mail': `${name}@example.com`,
				})),
			),
		],
	};

	function sheet(...rows: IDataObject[]): { parameters: IDataObject; rows: IDataObject[] } {
		return { parameters: { dataToSend: 'columns', columns: { mappingMode: 'autoMapInputData', value: null } }, rows };
	}

	test.each(everyOperation.filter(({ id }) => id !== 'customRequest.send').map((row) => [row.id, row] as const))(
		'%s',
		async (id, { key, parameters }) => {
			const { rule } = new SheetService(20);
			bench.recorder.answer((seen) => {
				if (seen.path.endsWith('/licenses') && seen.method === 'GET')
					return { body: { status: { code: 0 }, data: [] } };
				if (id.startsWith('timesheet.'))
					return {
						body: { status: { code: 0 }, data: id === 'timesheet.getAll' ? [{ timesheetId: 1 }] : { timesheetId: 1 } },
					};
				if (id === 'incidentReport.get' && seen.path.endsWith('/reportdata'))
					return { body: { status: { code: 0 }, data: { incidentReportId: 1, reportId: 'R1' } } };
				return id.startsWith('staff.') ? rule(seen) : undefined;
			});
			await bench.run(key, parameters);
			for (const run of more[id] ?? []) {
				const items = run.rows?.map((json) => ({ json }));
				await bench.run(key, { ...parameters, ...run.parameters }, items && { items });
			}
			expect(idsOf(bench.recorder.seen)).toEqual(claimed(id));
		},
	);

	test('the pickers', async () => {
		const { methods, search, load } = pickersOf(bench);
		const keys: Readonly<Record<string, Key>> = {
			searchStaff: 'developer',
			searchSubscriptions: 'webhook',
			searchTimesheets: 'timesheet',
			searchUsers: 'loginaudit',
		};
		const keyOf = (name: string): Key => keys[name] ?? 'incidentreport';
		const [made] = await bench.ok('webhook', { resource: 'webhookSubscriber', operation: 'create' });
		const form = { subscriberId: String(made?.id) };
		bench.recorder.seen.length = 0;
		for (const name of Object.keys(methods.listSearch)) await search(name, keyOf(name), { form });
		for (const name of Object.keys(methods.loadOptions)) await load(name, keyOf(name));
		expect(idsOf(bench.recorder.seen)).toEqual(claimed('pickers'));
	});
});

test('every operation is read, and what else sends', () => {
	const users = ['trigger', 'watch trigger', 'pickers', 'credential test'];
	expect([...reached.keys()].sort()).toEqual([...everyOperation.map(({ id }) => id), ...users].sort());
	expect(claimed('customRequest.send')).toEqual([]);
});

test('the credential test sends what the page says', () => {
	const { url } = new WorkforceOperationsApi().test.request;
	expect(idsOf([{ method: 'GET', path: String(url) }])).toEqual(claimed('credential test'));
});

describe('the watch trigger', () => {
	const world = useWatchWorld(400, { isApproved: 'unapproved' });

	test('sends what the page says, and nothing else', async () => {
		for (const { value, endpoint } of watchedEvents) {
			const [keyType] = contract.endpoints[endpoint].access.keyTypes;
			const host = world.host('memory', keyType ?? 'loginaudit');
			await host.activate(watchNode({ event: value }));
			// What waited and is in the list no more is read by its id.
			const found = () => host.runs.flatMap(({ items }) => items)[0]?.watch.key.split(':')[1];
			for (let hour = 0; value.endsWith('.waiting') && hour < 48 && found() === undefined; hour++) {
				await world.pass(HOUR);
				await host.tick();
			}
			const path = value.startsWith('timesheet') ? 'timesheets' : 'incidentreports';
			if (value.endsWith('.waiting')) await admin(world.sandbox, 'POST', `/${path}/${found()}/approve`, {});
			for (let poll = 0; poll < 3; poll++) {
				await host.tick();
				await world.pass(HOUR);
			}
		}
		expect(idsOf(await world.requests())).toEqual(claimed('watch trigger'));
	});
});

describe('the trigger', () => {
	const service = useTriggerService();

	test('sends what the page says, and nothing else', async () => {
		const host = service.host('loop');
		const node = triggerNode({ events: ['timesheet.approve'] });
		await host.publish([node]);
		await host.unpublish([node]);
		await host.publish([node]);
		expect(idsOf(await journal(service.sandbox))).toEqual(claimed('trigger'));
	});
});
