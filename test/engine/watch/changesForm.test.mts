// What is refused of the form of changed records when a workflow is published: against the sandbox.
import { describe, expect, test } from '@jest/globals';
import { engines, watchNode } from '../support/watchHost.mts';
import { MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

const timesheet = (signals: unknown) => ({ serviceDetails: JSON.stringify({ changeFields: { timesheet: signals } }) });

test.each([
	[timesheet({ reject: '' }), /at “changeFields.timesheet.reject”: expected a field/],
	[timesheet({ reject: { field: 'status', when: 'x' } }), /at “changeFields.timesheet.reject”/],
])('Service Details %j are refused when publishing, in words', async (credential, words) => {
	const host = world.host('memory', 'timesheet', credential);
	await expect(host.activate(watchNode({ event: 'timesheet.changed' }))).rejects.toThrow(words);
});

describe('a field that no record has', () => {
	const misspelt = (changes = ['reject']) => watchNode({ event: 'incidentReport.changed', changes });
	const named = (signals: string) => ({ serviceDetails: `{"changeFields": {"incidentReport": ${signals}}}` });
	const told = (field: string, what: string): RegExp =>
		new RegExp(
			`No record has the field “${field}”, which should show ${what} \\(records read: \\d+\\)\\. .*“changeFields” in the credential’s Service Details`,
		);

	test.each([
		['{"reject": "statsu=Rejected"}', ['reject'], told('statsu', 'a rejection')],
		['{"reject": "status.name"}', ['reject'], told('status\\.name', 'a rejection')],
		[
			'{"approve": {"field": "isApproved", "at": "modifedDate"}}',
			['submit', 'approve'],
			told('modifedDate', 'an approval'),
		],
		['{"submit": "sent", "approve": "sent"}', ['submit', 'approve'], told('sent', 'a submission and an approval')],
	])('%s is said by “Fetch Test Event” and once in the log', async (fields, changes, words) => {
		const n8n = world.host('memory', 'incidentreport', named(fields));
		const items = await n8n.fetchTestEvent(misspelt(changes));
		expect(items.length).toBeGreaterThan(0);
		for (const { watch } of items) expect(watch.reason).toMatch(words);
		await n8n.activate(misspelt(changes));
		await world.polls(n8n, 3, MINUTE);
		const lines = n8n.log.filter((line) => line.includes('has the field'));
		expect(lines).toEqual([expect.stringMatching(words)]);
		expect(lines[0]).toMatch(/^warn Workforce Operations: “Watch” /);
	});

	test.each(engines)('is said anew when another one is named, with polls of the %s engine', async (engine) => {
		const n8n = world.host(engine, 'incidentreport');
		for (const field of ['statsu', 'stauts']) {
			n8n.store.data.serviceDetails = named(`{"reject": "${field}=Rejected"}`).serviceDetails;
			await n8n.activate(misspelt(), 'update');
			await n8n.tick();
		}
		await n8n.tick();
		const said = (field: string): number => n8n.log.filter((line) => line.includes(`“${field}”`)).length;
		expect(said('statsu')).toBeGreaterThan(0);
		expect(said('stauts')).toBeGreaterThan(0);
		expect(said('statsu') + said('stauts')).toBeLessThanOrEqual(engine === 'memory' ? 2 : 4);
	});

	test.each([
		['a field that only some records fill', '{"reject": "status=Rejected"}', {}],
		['a field without a record', '{"reject": "statsu"}', { searchText: 'Nobody Whosoever' }],
		['a field of a change that is not chosen', '{"approve": "statsu", "reject": "status=Rejected"}', {}],
	])('%s is not complained of', async (_, fields, filters) => {
		const node = watchNode({ event: 'incidentReport.changed', changes: ['reject'], filters });
		const n8n = await world.published('memory', 'incidentreport', node, named(fields));
		const [item] = await n8n.fetchTestEvent(node);
		expect(item?.watch.reason).not.toContain('has the field');
		expect(n8n.log.join()).not.toContain('has the field');
	});
});
