// What a poll of a large company takes, and for how long nothing else in n8n goes on meanwhile.
import type { PollContext as PollContextType } from 'n8n-core';
import type { IDataObject, INode } from 'n8n-workflow';
import { buildIfChanged } from '../kit/lib/build.mts';
import { credentialData } from '../kit/n8n/sandboxCredentials.mts';
import { longestTurn, median, millis, spent, table, times } from './lib/measure.mts';
import type { Bench } from './lib/report.mts';
import { unlimited, withSandbox } from './lib/service.mts';
import { withWordRows } from './lib/wordRows.mts';

const people = 20_000;
const rounds = 5;
const listPath = '/api/external/staffs';

const watchNode: INode = {
	id: 'watch-1',
	name: 'Watch',
	type: 'n8n-nodes-workforce-operations.workforceOperationsWatchTrigger',
	typeVersion: 1.2,
	position: [0, 0],
	parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, event: 'staff.changed' } as INode['parameters'],
	credentials: { workforceOperationsApi: { id: '1', name: 'c' } },
};

/** Asks for the pages of both halves, as the trigger does, and reads them as JSON: no poll does with less. */
async function floor(url: string): Promise<void> {
	for (const half of ['true', 'false'])
		for (let next: string | null = ''; next !== null;) {
			const answer: Response = await fetch(`${url}${listPath}?limit=500&showActiveOnly=${half}${next && `&${next}`}`);
			next = (JSON.parse(await answer.text()) as { nextPageParameter: string | null }).nextPageParameter;
		}
}

export const watching: Bench = {
	letter: 'k',
	title: `A poll of ${people.toLocaleString('en')} people`,
	rooms: ['contract', 'operations', 'transport', 'watch'],
	run: () =>
		withSandbox({ ratePerMinute: unlimited }, (sandbox) =>
			withWordRows(
				sandbox,
				() => people,
				async (service) => {
					process.env['N8N_LOG_LEVEL'] ??= 'silent';
					await buildIfChanged();
					await import('./lib/compiled.mts');
					const { PollContext } = await import('n8n-core');
					const { Workflow } = await import('n8n-workflow');
					const { CredentialStore } = await import('../kit/core/credentials.mts');
					const { additionalDataOf, nodeTypes } = await import('../kit/core/engine.mts');
					const store = new CredentialStore({
						...credentialData(service, 'developer'),
						requestsPerMinute: unlimited as never,
					});
					const staticData: IDataObject = {};
					const workflow = new Workflow({
						id: 'workflow-1',
						nodes: [watchNode],
						connections: {},
						active: true,
						nodeTypes,
						staticData,
						settings: { timezone: 'UTC' },
					});
					const context: PollContextType = new PollContext(
						workflow,
						watchNode,
						additionalDataOf(store, watchNode),
						'trigger',
						'update',
						() => undefined,
						(error) => {
							throw error;
						},
						undefined,
						undefined,
						undefined,
						() => 300_000,
					);
					const { poll } = nodeTypes.getByNameAndVersion(watchNode.type) as {
						poll: (this: PollContextType) => Promise<unknown>;
					};
					// The first poll takes the copy, the second has everything compiled.
					await poll.call(context);
					await poll.call(context);
					const turn = await longestTurn(() => poll.call(context));
					const took: Record<'floor' | 'poll', number[]> = { floor: [], poll: [] };
					for (let round = 0; round < rounds; round += 1)
						for (const name of ['floor', 'poll'] as const) {
							const before = spent();
							await (name === 'floor' ? floor(service.url) : poll.call(context));
							took[name].push(spent() - before);
						}
					const ratio = median(took.poll.map((ms, round) => ms / (took.floor[round] ?? ms)));
					const stored = JSON.stringify(staticData).length;
					if (stored < people) throw new Error(`The poll kept ${stored} bytes of ${people} people.`);
					return `${people.toLocaleString('en')} people, 500 a page, in both halves of the list, in n8n's own engine: a later poll of *Employee Changed* in which nothing has changed.
Processor time of n8n's thread, with that of the service, which only sends what it has written before; the middle of ${rounds} rounds in turns.

${table(
	['What', 'Processor time', 'Ratio', 'Longest turn', 'Stored'],
	[
		['the requests alone, one JSON.parse a page', millis(median(took.floor)), times(1), '', ''],
		['our watch trigger', millis(median(took.poll)), times(ratio), millis(turn), `${Math.round(stored / 1000)} kB`],
	],
)}`;
				},
				listPath,
			),
		),
};
