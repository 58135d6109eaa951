import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { KEY_LABELS, type KeyField } from '../../contract';
import { asProblem, type Problem, readSettings, type Settings, settingsOfField } from '../../transport';

/** A key of a credential; `problem` if it can't be used as entered. */
type CredentialKey = { fields: string } & ({ settings: Settings } | { problem: Problem });

/**
 * The keys of a credential, in the order of its form; a key that is entered in several fields appears once. Throws a
 * Problem if none can be read.
 */
export function keysOf(credential: ICredentialDataDecryptedObject): CredentialKey[] {
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
