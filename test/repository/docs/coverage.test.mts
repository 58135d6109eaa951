import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import * as resources from '../../../nodes/WorkforceOperations/resources/index.ts';
import { choiceNames } from '../../../sandbox/core/choices.mts';
import { endpointsOf, loadDescription } from '../../../sandbox/description/load.mts';
import { coverage, type Row } from '../../../scripts/docs/coverage.mts';
import { page } from '../../../scripts/docs/page.mts';

let rows: Row[];
beforeAll(() => {
	rows = coverage({ contract, resources });
});

const rowOf = (key: string): Row => {
	const row = rows.find((candidate) => candidate.key === key);
	if (row === undefined) throw new Error(`There is no row for ${key}`);
	return row;
};

test('docs/reference/service-coverage.md is what `npm run docs` would write', () => {
	const file = fileURLToPath(new URL('../../../docs/reference/service-coverage.md', import.meta.url));
	expect(fs.readFileSync(file, 'utf8')).toBe(page(rows, contract.FIELDS));
});

test('every endpoint of openapi.yaml has one row and one section', () => {
	const endpoints = endpointsOf(loadDescription()).map(({ method, path }) => `${method} ${path}`);
	expect(rows.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...endpoints].sort());
	const sections = [...page(rows, contract.FIELDS).matchAll(/^### (.+)$/gm)].map((match) => match[1]);
	expect(sections.sort()).toEqual([...endpoints].sort());
});

test('every operation of the node is named once, except the custom request, which has no endpoint of its own', () => {
	const all = resources.resources.flatMap(({ name, value, operations }) =>
		value === 'customRequest' ? [] : operations.map((operation) => `${name}: ${operation.name}`),
	);
	expect(rows.flatMap(({ operations }) => operations).sort()).toEqual(all.sort());
});

test('what is known is counted by its source', () => {
	const search = rowOf('GET /api/external/staffs/search');
	expect(search.parameters).toEqual([expect.objectContaining({ name: 'email', source: 'assumed', required: true })]);
	const subscription = rowOf('PUT /api/webhook/subscriptions/{}');
	expect(subscription.body).toEqual([
		{ name: 'uri', source: 'assumed' },
		{ name: 'isActive', source: 'assumed' },
	]);
	expect(rowOf('POST /api/external/staffs').body).toContainEqual({
		name: 'employees[].licenses[].attachments[].attachmentBase64',
		source: 'documented',
	});
	expect(rowOf('GET /api/external/timesheets').answer).toContainEqual({
		name: 'clockInCoordinates.latitude',
		source: 'assumed',
	});
	expect(page(rows, contract.FIELDS)).toContain(
		'| [`GET /api/external/staffs/search`](#get-apiexternalstaffssearch) | documented | 0 · 0 · 1 | – | 11 · 0 · 0 | Staff: Get by Email, Staff: Create or Update |',
	);
});

test('every body and every answer says in words what of it is not documented', () => {
	const text = page(rows, contract.FIELDS);
	for (const { method, path, answerShape, bodyShape } of rows) {
		const section = text.split(`\n### ${method} ${path}\n`)[1]?.split('\n### ')[0] ?? '';
		for (const shape of [answerShape, bodyShape]) {
			if (shape === null || shape.source === 'documented') continue;
			expect(section).toContain(shape.why);
			const like = shape.like && `The shape is that of [\`${shape.like.method} ${shape.like.path}\`](#`;
			expect(section).toContain(like ?? '');
		}
	}
	expect(text).toContain(
		'Fields of the answer. Neither source shows the payload. The shape is that of [`GET /api/external/timesheets`](#get-apiexternaltimesheets) and is **assumed** here.',
	);
	expect(text).toContain('login audit envelope (assumed). Newest first.');
	expect(text).toContain('Fields of the body: none (published). The public reference says that no body is sent.');
});

test('every link inside the page leads to a section', () => {
	const text = page(rows, contract.FIELDS);
	const anchors = [...text.matchAll(/^#{2,3} (.+)$/gm)].map((match) =>
		match[1]
			?.toLowerCase()
			.replace(/[^a-z0-9 -]/g, '')
			.replace(/ /g, '-'),
	);
	for (const [, anchor] of text.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(anchor);
});

test('the triggers, the pickers and the credential test are told apart from operations', () => {
	expect(rowOf('POST /api/webhook/subscriptions').otherUsers).toEqual(['trigger']);
	expect(rowOf('GET /api/external/sites').otherUsers).toEqual(['watch trigger', 'pickers']);
	expect(rowOf('GET /api/external/customers').otherUsers).toEqual(['watch trigger', 'pickers', 'credential test']);
	expect(rowOf('GET /api/external/liveops').otherUsers).toEqual(['watch trigger']);
	expect(rowOf('GET /api/external/incidentreports/reportdata').otherUsers).toEqual(['watch trigger']);
	expect(rowOf('GET /api/external/staffs/search').otherUsers).toEqual([]);
});

test('operations that send an endpoint beside their own are named behind those that are made of it', () => {
	expect(rowOf('GET /api/external/timesheets/{}/rates')).toMatchObject({
		operations: ['Timesheet: Get Rates'],
		otherOperations: ['Timesheet: Get', 'Timesheet: Get Many'],
	});
	expect(rowOf('POST /api/external/staffs')).toMatchObject({
		operations: ['Staff: Create'],
		otherOperations: ['Staff: Create or Update'],
	});
	expect(page(rows, contract.FIELDS)).toContain(
		'| Security Licence: Create or Update, Staff: Create or Update, Staff: Update |',
	);
});

describe('what is about no single endpoint', () => {
	const sectionOf = (title: string): string =>
		page(rows, contract.FIELDS).split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

	test.each([
		['Headers', '| `Webhooks-Signature` | With a notification: HMAC-SHA256', 'documented'],
		['Headers', '| `Retry-After` |', 'assumed'],
		['Claims of a token', '| `Scope` | Rights such as `login-audits.read`', 'documented'],
		['Limits', '| Requests | 60 per minute for each API key', 'documented'],
		['Limits', '| `take` of `GET /api/external/loginaudit/users/{userId}/recent` |', 'published'],
		['Errors', '| `415` |', 'assumed'],
		['Notifications', '| `incidentReportId` |', 'documented'],
		['Notifications', '| `scheduledEndTime` |', 'assumed'],
	])('%s: a row begins with %s and says where it is known from: %s', (title, start, source) => {
		const line = sectionOf(title)
			.split('\n')
			.find((candidate) => candidate.startsWith(start));
		expect(line?.endsWith(`| ${source} |`)).toBe(true);
	});

	test('what is open is every choice of the sandbox, as assumed', () => {
		const section = sectionOf('Open questions');
		expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(choiceNames);
		expect(section).toContain('Each answer is **assumed**');
	});

	test('key types are those of the endpoint table, each with everything that it opens', () => {
		const bare = (path: string): string => path.replace(/\{\w+\}/g, '{}');
		const told = [...sectionOf('Key types').matchAll(/^\| (.+) \| (.*\/api\/.*) \|$/gm)].map(([, key, opens = '']) => [
			key?.replaceAll('`', ''),
			opens
				.split(', ')
				.map((each) => bare(each.replaceAll('`', '')))
				.sort(),
		]);
		const known: Record<string, string[]> = {};
		for (const { method, path, access } of Object.values(contract.endpoints)) {
			const any = access.scope ? `any, with the scope ${access.scope}` : 'any';
			for (const key of access.keyTypes.length === 0 ? [any] : access.keyTypes)
				(known[key] ??= []).push(`${method} ${bare(path)}`);
		}
		expect(Object.fromEntries(told)).toEqual(
			Object.fromEntries(Object.entries(known).map(([key, all]) => [key, all.sort()])),
		);
	});
});

test('of a parameter that is known but for a part the page says which part is assumed', () => {
	const notes = (key: string, name: string): string | undefined =>
		rowOf(key).parameters.find((parameter) => parameter.name === name)?.notes;
	expect(notes('GET /api/external/customers', 'filter')).toMatch(/Its meaning is assumed\.$/);
	expect(notes('GET /api/external/loginaudit', 'userId')).toMatch(/Its type is assumed\.$/);
	expect(notes('GET /api/external/incidentreport/formtemplate', 'limit')).toMatch(/Its default is assumed\.$/);
	expect(notes('GET /api/external/staffs/{}/licenses', 'employeeId')).toMatch(/Its name is assumed\.$/);
});
