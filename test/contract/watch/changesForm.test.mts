// What is refused of the form of changed records when a workflow is published: against the sandbox.
import { describe, expect, test } from '@jest/globals';
import { engines, watchNode } from '../support/watchHost.mts';
import { MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

test.each([
	['{', /“Fields” is not a JSON object/],
	['["status"]', /“Fields” is not a JSON object/],
	['{"delete": "x"}', /“Fields” names “delete”/],
	['{"reject": ""}', /“Fields” does not say which field tells “reject”/],
	['{"reject": "status="}', /“Fields” does not say which field tells “reject”/],
	['{"reject": {"value": "x"}}', /“Fields” does not say which field tells “reject”/],
	['{"reject": {"field": "status", "when": "x"}}', /“Fields” does not say which field tells “reject”/],
])('%s is refused when publishing, in words', async (fields, words) => {
	const node = watchNode({ event: 'timesheet.changed', advanced: { fields } });
	await expect(world.host('memory', 'timesheet').activate(node)).rejects.toThrow(words);
});

test.each([
	[[], /“Changes” is empty/],
	['', /“Changes” is empty/],
	[['approve', 'pay'], /“Changes” holds “pay”/],
])('changes %j are refused when publishing, in words', async (changes, words) => {
	const node = watchNode({ event: 'timesheet.changed', changes });
	await expect(world.host('memory', 'timesheet').activate(node)).rejects.toThrow(words);
});

describe('a field that no record has', () => {
	const misspelt = (fields: string, changes = ['reject']) =>
		watchNode({ event: 'incidentReport.changed', changes, advanced: { fields } });
	const told = (field: string, what: string): RegExp =>
		new RegExp(
			`No record of the \\d+ that were looked at has the field “${field}”, which is to tell ${what}\\. .*Options → Fields`,
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
		const n8n = world.host('memory', 'incidentreport');
		const items = await n8n.fetchTestEvent(misspelt(fields, changes));
		expect(items.length).toBeGreaterThan(0);
		for (const { watch } of items) expect(watch.reason).toMatch(words);
		await n8n.activate(misspelt(fields, changes));
		for (let poll = 0; poll < 3; poll++) {
			await world.pass(MINUTE);
			await n8n.tick();
		}
		const lines = n8n.log.filter((line) => line.includes('has the field'));
		expect(lines).toEqual([expect.stringMatching(words)]);
		expect(lines[0]).toMatch(/^warn Workforce Operations: “Watch” /);
	});

	test.each(engines)('is said anew when another one is named, with polls of the %s engine', async (engine) => {
		const n8n = world.host(engine, 'incidentreport');
		for (const field of ['statsu', 'stauts']) {
			await n8n.activate(misspelt(`{"reject": "${field}=Rejected"}`), 'update');
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
		const node = watchNode({ event: 'incidentReport.changed', changes: ['reject'], filters, advanced: { fields } });
		const n8n = world.host('memory', 'incidentreport');
		await n8n.activate(node);
		const [item] = await n8n.fetchTestEvent(node);
		expect(item?.watch.reason).not.toContain('has the field');
		expect(n8n.log.join()).not.toContain('has the field');
	});
});
