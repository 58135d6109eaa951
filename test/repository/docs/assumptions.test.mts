import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { assumptionsOf, withLists } from '../../../scripts/docs/assumptions.mts';
import { inClone } from '../../../kit/lib/paths.mts';

const readme = fs.readFileSync(inClone('sandbox', 'README.md'), 'utf8');

test('the lists of the sandbox’s README are what `npm run docs` would write', () => {
	expect(readme).toBe(withLists(readme));
});

test('a mark is one comment of any number of lines, and its topic must be known', () => {
	const found = assumptionsOf([
		['a.mts', '\t// Assumed, Pages: one\n\t//   and two.\n\tconst a = 1; // Assumed, Pages: not on a line of its own'],
		['b.mts', '// Assumed, Errors: three.\n// Another comment.\n'],
	]);
	expect([found.get('Pages'), found.get('Errors')]).toEqual([['one and two.'], ['three.']]);
	expect(() => assumptionsOf([['c.mts', '// Assumed, Weather: rain.']])).toThrow('c.mts: "Weather" is not a topic');
});

test.each([
	['what false of an active-only flag means', /`isActive` and `showActiveOnly`/],
	['writes that empty a field', /null in an update clears/],
	['the format of the claims', /claims are `KeyType`/],
	['letter case', /letter case/],
	['columns of free text', /`searchText` of reports searches form/],
	['offsets of dates', /a date without an offset/],
	['repeated and empty parameters', /an empty text parameter doesn’t filter/],
	['e-mail format and least numbers', /at least 1, anchors at least 0/],
	['405 and 415', /415, a method that a path does not have 405/],
	['what counts for the limit', /even if it ends in 400, 403 or 404/],
	['redirects of receivers', /redirect is not followed/],
	['types of customerApiId and staffId', /`customerApiId` and `siteApiId` are texts, `staffId` is/],
	['breaks and flags after an approval', /`lock` and `customerApprovalStatus` follow the approval/],
	['the filter id of a subscription', /`webhookSubscriberEventFilterId`/],
	['subscribers of other keys', /every key with webhook access sees/],
	['nulls of login events', /nor does `failureReason` if nothing failed/],
	['the scope of staff lists', /shows everybody in the company/],
])('the list holds %s', (_, words) => {
	expect(readme.slice(readme.indexOf('## What is assumed'))).toMatch(words);
});
