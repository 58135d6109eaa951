// What a service may answer to a registration in another form than documented.
import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor } from '../../../kit/core/engine.mts';
import { type Alter, startAltered } from '../support/alteredPayload.mts';
import { type Generation, Host, triggerNode } from '../support/triggerHost.mts';
import { active, subscribers, subscriptions } from '../support/triggerService.mts';
import { PLENTY, useTriggerService } from '../support/triggerSetup.mts';

const service = useTriggerService();
const node = triggerNode({ events: ['timesheet.approve', 'incidentreport.submit'] });

type Row = IDataObject & { isActive: boolean };

/** The list of subscriptions, with its rows and what is around them made into something else. */
const listAs =
	(around: (rows: IDataObject[]) => unknown, row: (row: Row) => IDataObject = (same) => same): Alter =>
	(path, _status, body) => {
		const { data } = body as { data?: unknown };
		if (!path.endsWith('/subscriptions') || !Array.isArray(data)) return undefined;
		return { body: { ...(body as object), data: around((data as Row[]).map(row)) } };
	};

function hostAt(baseUrl: string, generation: Generation): Host {
	const store = credentialFor(service.sandbox, 'webhook', PLENTY);
	store.data.baseUrl = baseUrl;
	return new Host(generation, { '*': store });
}

const plain = (rows: IDataObject[]): unknown => rows;

test.each<[string, Alter]>([
	[
		'with states as text and ids as text',
		listAs(plain, (row) => ({ ...row, id: String(row.id), isActive: String(row.isActive) })),
	],
	['with states as numbers', listAs(plain, (row) => ({ ...row, isActive: Number(row.isActive) }))],
	['without states', listAs(plain, ({ isActive: _, ...row }) => row)],
])('a list %s: what is published is found again, switched off and on, and no second one is made', async (_, alter) => {
	const altered = await startAltered(service.sandbox.url, alter);
	try {
		const host = hostAt(altered.url, 'service');
		await host.publish([node]);
		expect(await active(service.sandbox)).toHaveLength(2);
		expect(await host.unpublish([node])).toEqual({ told: [] });
		expect(await active(service.sandbox)).toEqual([]);
		await host.publish([node]);
		expect(await active(service.sandbox)).toHaveLength(2);
		expect(
			[await subscribers(service.sandbox), await subscriptions(service.sandbox)].map(({ length }) => length),
		).toEqual([1, 2]);
	} finally {
		await altered.close();
	}
});

test.each([true, 'true', 1, 'Y'])(
	'a list that calls what was switched off %j is not believed to be off',
	async (isActive) => {
		const altered = await startAltered(
			service.sandbox.url,
			listAs(plain, (row) => ({ ...row, isActive })),
		);
		try {
			const host = hostAt(altered.url, 'loop');
			await host.publish([node]);
			const { told } = await host.unpublish([node]);
			expect(told).toEqual([expect.stringMatching(/still lists it as active/)]);
		} finally {
			await altered.close();
		}
	},
);
