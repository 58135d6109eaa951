import { describe, expect, test } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import * as resources from '../../../nodes/WorkforceOperations/resources/index.ts';
import { choiceNames } from '../../../sandbox/core/choices.mts';
import { endpointsOf, loadDescription } from '../../../sandbox/description/load.mts';
import { coverage } from '../../../scripts/docs/coverage.mts';
import { page } from '../../../scripts/docs/page.mts';
import { read } from '../files.mts';

const rows = coverage({ contract, resources });
const made = page(rows, contract.FIELDS);

test('docs/reference/service-coverage.md is what `npm run docs` would write', () => {
	expect(read('docs/reference/service-coverage.md')).toBe(made);
});

test('every endpoint of openapi.yaml has one row and one section', () => {
	const endpoints = endpointsOf(loadDescription()).map(({ method, path }) => `${method} ${path}`);
	expect(rows.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...endpoints].sort());
	const sections = [...made.matchAll(/^### (.+)$/gm)].map((match) => match[1]);
	expect(sections.sort()).toEqual([...endpoints].sort());
});

test('every operation of the node is named once, except the custom request, which has no endpoint of its own', () => {
	const all = resources.resources.flatMap(({ name, value, operations }) =>
		value === 'customRequest' ? [] : operations.map((operation) => `${name}: ${operation.name}`),
	);
	expect(rows.flatMap(({ operations }) => operations).sort()).toEqual(all.sort());
});

test('every body and every answer says in words what of it is not documented', () => {
	for (const { method, path, answerShape, bodyShape } of rows) {
		const section = made.split(`\n### ${method} ${path}\n`)[1]?.split('\n### ')[0] ?? '';
		for (const shape of [answerShape, bodyShape]) {
			if (shape === null || shape.source === 'documented') continue;
			expect(section).toContain(shape.why);
			const like = shape.like && `The shape is that of [\`${shape.like.method} ${shape.like.path}\`](#`;
			expect(section).toContain(like ?? '');
		}
	}
});

describe('what is about no single endpoint', () => {
	const sectionOf = (title: string): string => made.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

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
