import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { n8nVersions } from '../../../kit/n8n/versions.mts';
import { ofFile, ofGroup, table, versionsIn, withTable, type E2eReport } from '../../../scripts/test/tried.mts';
import { below, read } from '../files.mts';

type Assertion = E2eReport['testResults'][number]['assertionResults'][number];

const passed = (...ancestorTitles: string[]): Assertion => ({ ancestorTitles, title: 'a test', status: 'passed' });
const report = (name: string, ...assertionResults: Assertion[]): E2eReport => ({
	testResults: [{ name: `/some/where/${name}.test.mts`, assertionResults }],
});

describe('the table of versions', () => {
	const failed = { ...passed('n8n 2.1.0', 'recipe'), status: 'failed' };

	test.each<[what: string, from: E2eReport, versions: string[], last: string]>([
		[
			'counts what passed and nothing else, and names the parts of which nothing did',
			report(
				'n8n',
				passed('n8n 2.1.0', 'recipe'),
				passed('n8n 2.1.0', 'recipe', 'a group'),
				passed('n8n 2.1.0', 'browser'),
				failed,
			),
			['2.1.0'],
			'| 2.1.0 | 3 | install and credential, files, trigger, watch trigger, AI agent, secrets, queue mode |',
		],
		[
			'knows the part by the file where a file has one only',
			report('queue', passed('n8n 2.1.0 in queue mode')),
			['2.1.0'],
			'| 2.1.0 | 1 | install and credential, recipes, files, trigger, watch trigger, AI agent, secrets, editor |',
		],
		[
			'adds up what several files tried of one part',
			{
				testResults: ['recipes.newest', 'recipes.earlier'].flatMap(
					(name) => report(name, passed('n8n 2.1.0')).testResults,
				),
			},
			['2.1.0'],
			'| 2.1.0 | 2 | install and credential, files, trigger, watch trigger, AI agent, secrets, editor, queue mode |',
		],
		[
			'has a row for a version of which nothing passed',
			report('trigger', passed('n8n 2.1.0')),
			['2.1.0', '2.0.0'],
			'| 2.0.0 | 0 | install and credential, recipes, files, trigger, watch trigger, AI agent, secrets, editor, queue mode |',
		],
	])('%s', (_, from, versions, last) => expect(table(from, versions).split('\n').at(-1)).toBe(last));

	test('leaves no test untold', () => {
		expect(() => table(report('n8n', passed('n8n 2.1.0', 'something new')), ['2.1.0'])).toThrow(
			'no place for the version or part',
		);
		expect(() => table(report('recipes', passed('recipes')), ['2.1.0'])).toThrow('no place for the version or part');
	});

	test('takes the place of the one before, and of nothing around it', () => {
		const before = 'Above\n<!-- written by npm test: begin -->\nold\n<!-- written by npm test: end -->\nBelow';
		expect(withTable(before, 'new')).toBe(before.replace('old', 'new'));
		expect(() => withTable('no place', 'new')).toThrow('no single place');
	});

	test('in README.md names exactly the versions of kit/tools', () => {
		expect(versionsIn(read('README.md'))).toEqual(n8nVersions);
	});
});

test('every group of the end-to-end tests has a part', () => {
	const groups = [...read('test/e2e/n8n.test.mts').matchAll(/describe\('([^']+)'/g)];
	expect(groups.length).toBeGreaterThan(8);
	expect(groups.map(([, group]) => group).filter((group) => !Object.hasOwn(ofGroup, group ?? ''))).toEqual([]);
});

test('every file of the end-to-end tests has a part, but for the one whose groups have theirs', () => {
	const files = below('test/e2e', '.test.mts').map((name) => path.posix.basename(name).split('.')[0] ?? '');
	expect(files.length).toBeGreaterThan(8);
	expect(files.filter((name) => name !== 'n8n' && !Object.hasOwn(ofFile, name))).toEqual([]);
});
