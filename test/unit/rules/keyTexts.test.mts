// What a key opens is told in the credential's form and in its guide: a new resource must be told in both.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { WorkforceOperationsApi } from '../../../credentials/WorkforceOperationsApi.credentials.ts';
import { endpoints, fieldsFor, KEY_LABELS, type KeyField } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { resources } from '../../../nodes/WorkforceOperations/resources/index.ts';

const { properties } = new WorkforceOperationsApi();
const guide = fs.readFileSync('docs/credentials.md', 'utf8').split('\n');

/** Where the form and the guide say what a field's key opens. */
const textsOf = (field: KeyField): Record<'form' | 'guide', string> => ({
	form: properties.findLast(({ name }) => name === field)?.description ?? '',
	guide: guide.find((line) => line.startsWith(`| *${KEY_LABELS[field]}* | `)) ?? '',
});

const opened = resources.flatMap(({ name, operations }) => {
	const [endpoint] = operations.flatMap((operation) => operation.endpoint ?? []);
	if (endpoint === undefined) return [];
	return [{ name, field: fieldsFor(endpoints[endpoint].access)[0] ?? ('apiKey' as const) }];
});

test.each(opened)('$name: the form and the guide name it at $field', ({ name, field }) => {
	// Where it means people, staff are called employees.
	const words = new RegExp(name.replaceAll(' ', '|').replace('Staff', 'Staff|employees'), 'i');
	expect(textsOf(field)).toEqual({ form: expect.stringMatching(words), guide: expect.stringMatching(words) });
});
