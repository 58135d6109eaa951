import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { WorkforceOperations } from '../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';

const promised = ['event', 'eventType', 'payload', 'receivedAt'];
const { description } = new WorkforceOperationsTrigger();

test('the sample that the panel offers can be pinned, and has the fields of a delivery', () => {
	const { triggerPanel } = description;
	const help =
		typeof triggerPanel === 'object' && typeof triggerPanel.executionsHelp === 'object'
			? triggerPanel.executionsHelp
			: undefined;
	for (const text of [help?.inactive, help?.active]) {
		const sample = JSON.parse(/<code>(.*?)<\/code>/s.exec(text ?? '')?.[1] ?? '') as object[];
		expect(sample.map((item) => Object.keys(item).sort())).toEqual([[...promised, 'timesheetId']]);
	}
});

test('the output preview of each version has the fields of both kinds of delivery', () => {
	for (const version of [description.version].flat()) {
		const file = `nodes/WorkforceOperations/__schema__/v${version.toFixed(1)}.0.json`;
		const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
		expect(Object.keys(schema.properties).sort()).toEqual([...promised, 'incidentReportId', 'timesheetId'].sort());
	}
});

test('the form says beforehand which key it needs, and that it needs HTTPS', () => {
	const [notice, events] = ['addressNotice', 'events'].map((name) =>
		description.properties.find((field) => field.name === name),
	);
	expect(events?.hint).toMatch(/“developer” or “webhook”/);
	expect(notice?.displayName).toMatch(/https:\/\//);
});

test('n8n’s builder is told of the node that fetches the record, and there of both triggers', () => {
	const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string };
	const node = new WorkforceOperations().description;
	const triggers = [description, new WorkforceOperationsWatchTrigger().description];
	const typesOf = ({ builderHint }: typeof node): unknown => builderHint?.relatedNodes?.map(({ nodeType }) => nodeType);
	expect(typesOf(description)).toEqual([`${name}.${node.name}`]);
	expect(typesOf(node)).toEqual(triggers.map((trigger) => `${name}.${trigger.name}`));
});
