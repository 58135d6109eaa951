// The lists behind the form's fields with a credential that holds a key for each area: which key a list goes by, and what it says
// where it has none.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialStore } from '../../../../kit/core/credentials.mts';
import { credentialFor } from '../../../../kit/core/engine.mts';
import { separateKeysOf } from '../../../../kit/n8n/sandboxCredentials.mts';
import { useBench } from '../../support/bench.mts';
import { names, pickersOf } from './pickerForm.mts';

const bench = useBench({ end: 'null' });
const { search } = pickersOf(bench);

const store = (changes: IDataObject = {}): CredentialStore =>
	credentialFor(bench.sandbox, 'timesheet', {
		baseUrl: bench.recorder.url,
		requestsPerMinute: 6000,
		...separateKeysOf(bench.sandbox),
		...changes,
	});

const refusal = async (changes: IDataObject): Promise<unknown> =>
	await search('searchStaff', 'timesheet', { store: store(changes) }).catch((thrown: unknown) => thrown);

test.each([
	['searchStaff', 'Aroha Ngata (SCG100)'],
	['searchFormTemplates', 'Theft or Attempted Theft'],
	['searchSites', 'Northgate Berrimah Depot'],
] as const)('%s takes the key of its own area, whatever the form is for', async (method, name) => {
	expect(names(await search(method, 'timesheet', { store: store() }))).toContain(name);
});

describe('a list without a fitting key', () => {
	test('says which field of the credential to fill, where API Key is of another type', async () => {
		expect(await refusal({ developerKey: '' })).toMatchObject({
			message: 'This API key can’t list employees',
			description:
				'The list needs an API key of type “developer”. Choose “By Internal ID” instead and enter the ID, or enter that key in the credential’s Developer Key.',
		});
	});

	test('says so before anything is sent, where there is no key at all', async () => {
		const { seen } = bench.recorder;
		const before = seen.length;
		expect(await refusal({ developerKey: '', apiKey: '' })).toMatchObject({
			message: 'The credential has no key for this (Developer Key)',
			description:
				'Open the credential and fill in Developer Key, or API Key. Or choose “By Internal ID” and enter the ID.',
		});
		expect(seen).toHaveLength(before);
	});
});
