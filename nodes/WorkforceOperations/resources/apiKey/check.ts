import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import {
	type Claims,
	DEFAULT_REGION,
	endpoints,
	FIELDS,
	fits,
	isBlank,
	KEY_LABELS,
	type KeyField,
} from '../../contract';
import { optionsField } from '../../form/fields';
import { collection } from '../../form/item';
import { outputFieldsOptions } from '../../form/tickedFields';
import { shapeOf } from '../../operations/output';
import type { Operation, OperationItem, Outcome, Resource } from '../../operations/types';
import {
	asProblem,
	checkKey,
	CREDENTIAL_TYPE,
	type KeyCheck,
	type Problem,
	readSettings,
	type Settings,
	settingsOfField,
} from '../../transport';

/** `problem`: why the key can't be used as entered. */
type CredentialKey = { fields: string } & ({ settings: Settings } | { problem: Problem });

/** Returns the keys in form order, each once even if several fields hold it. Throws a Problem if none can be read. */
function keysOf(credential: ICredentialDataDecryptedObject): CredentialKey[] {
	const all = readSettings(credential);
	const fields = new Map<string, KeyField[]>();
	for (const [field, key] of all.separateKeys ?? [['apiKey', all.apiKey] as const])
		fields.set(key, [...(fields.get(key) ?? []), field]);
	return [...fields.values()].map(([field = 'apiKey', ...others]) => {
		const words = [field, ...others].map((each) => KEY_LABELS[each]).join(', ');
		try {
			return { fields: words, settings: settingsOfField(all, field) };
		} catch (error) {
			return { fields: words, problem: asProblem(error, `The ${words} can’t be read`) };
		}
	});
}

/**
 * The operations that a key can and can't use, by its claims. If the claims don't say, an operation is in neither
 * list.
 */
function openedBy(claims: Claims, resources: readonly Resource[]): { opens: string[]; doesNotOpen: string[] } {
	const lists = { opens: [] as string[], doesNotOpen: [] as string[] };
	for (const { name: resource, value, operations } of resources) {
		if (value === 'apiKey') continue;
		for (const { name, endpoint } of operations) {
			const fit = endpoint === undefined ? undefined : fits(endpoints[endpoint].access, claims);
			if (fit !== undefined) lists[fit ? 'opens' : 'doesNotOpen'].push(`${resource}: ${name}`);
		}
	}
	return lists;
}

/** An empty claim can't be distinguished from an absent one, and neither says anything. */
const filled = (values: readonly string[] = []): string[] | undefined =>
	values.length === 0 ? undefined : [...values];

function itemOf(
	field: string,
	{ valid, reason, claims, tokenEndsAt }: KeyCheck,
	{ origin }: Pick<Settings, 'origin'>,
	region: string,
	resources: readonly Resource[],
): IDataObject {
	return {
		field,
		valid,
		reason,
		keyType: claims?.keyType,
		companyId: filled(claims?.companies)?.join(', '),
		customerIds: filled(claims?.customers),
		siteIds: filled(claims?.sites),
		scopes: filled(claims?.scopes),
		region,
		host: new URL(origin).host,
		tokenEndsAt,
		...(claims === undefined ? { opens: null, doesNotOpen: null } : openedBy(claims, resources)),
	};
}

const shaping = { records: FIELDS.apiKey };

const regionOf = (region: unknown): string => (isBlank(region) ? DEFAULT_REGION : String(region).trim());

/** *API Key → Check*: what each key of the credential gives access to. */
export const check: Operation = {
	value: 'check',
	name: 'Check',
	action: 'Check API key',
	description:
		'Check which of the credential’s keys work, and what they can access. Writes nothing; uses one request per key.',
	endpoint: 'customer.getAll',
	fields: [optionsField(...outputFieldsOptions(shaping))],
	async run(item: OperationItem): Promise<Outcome[]> {
		const { connection, context, itemIndex, resources } = item;
		const shape = shapeOf(item, collection(item, 'options'), shaping);
		const credential = await context.getCredentials(CREDENTIAL_TYPE);
		const outcomes: Outcome[] = [];
		for (const key of keysOf(credential)) {
			const checked: KeyCheck =
				'settings' in key
					? await checkKey(connection, key.settings, itemIndex)
					: { valid: false, reason: `${key.problem.message}. ${key.problem.cure ?? ''}`.trim() };
			outcomes.push({
				json: itemOf(key.fields, checked, connection.settings, regionOf(credential.region), resources),
			});
		}
		return shape(outcomes);
	},
};
