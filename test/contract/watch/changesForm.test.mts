// What is refused of the form of changed records when a workflow is published: against the sandbox.
import { expect, test } from '@jest/globals';
import { watchNode } from '../support/watchHost.mts';
import { useWatchWorld } from '../support/watchWorld.mts';

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
	const node = watchNode({ event: 'timesheet.changed', options: { fields } });
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
