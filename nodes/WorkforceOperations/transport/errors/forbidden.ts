import { type Cure, forEditor, forPerson } from '../failures/cure';
import {
	type Access,
	type Claims,
	describeAccess,
	either,
	fieldsFor,
	fieldWords,
	fits,
	KEY_LABELS,
	type Refusal,
} from '../../contract';
import { keyName } from '../keys';
import type { Settings } from '../settings';
import { said, type Advice } from './rateLimitMessages';

/** The context of a 403. */
interface Refused {
	settings: Pick<Settings, 'field' | 'separateKeys'>;
	access?: Access;
	/** Claims of the token in use. */
	claims?: Claims;
}

function describeScope(claims: Claims): string {
	const part = (name: string, ids: string[]): string =>
		`${name} ${ids.length === 0 ? 'all' : ids.slice(0, 20).join(', ')}`;
	return [part('company', claims.companies), part('customers', claims.customers), part('sites', claims.sites)].join(
		'; ',
	);
}

/** The type of the key in use, and its field. */
function described({ settings: { field } }: Refused, { scope }: Access, claims: Claims | undefined): string {
	if (scope) {
		const scopes = claims?.scopes.length ? `the scopes ${either(claims.scopes)}` : 'no scope';
		return field === undefined
			? `The token of this credential has ${scopes}.`
			: `The field ${KEY_LABELS[field]} holds a key with ${scopes}.`;
	}
	const type = either([claims?.keyType ?? 'unknown']);
	return field === undefined
		? `The key of this credential is of type ${type}.`
		: `The field ${KEY_LABELS[field]} holds a key of type ${type}.`;
}

/** What to do about a key without access. */
function cure({ settings: { field, separateKeys } }: Refused, access: Access): Cure[] {
	const fields = fieldWords(access);
	if (separateKeys === undefined) {
		return [
			forPerson('Choose a credential with a fitting key, or have a SuperAdmin generate one.'),
			forEditor(`One credential can hold several: switch on Separate Keys there and fill in ${fields}.`),
		];
	}
	if (fieldsFor(access).some((area) => area === field)) {
		return [forPerson('Open the credential and put a fitting key there, or have a SuperAdmin generate one.')];
	}
	return [
		forEditor(
			`It was used because the credential has no ${fields}: open it and fill that in.`,
			`Ask a person to fill in ${fields} in the credential.`,
		),
	];
}

/** Explains a 403: the key has the wrong type, or an id is outside of its scope. */
export function forbidden(refused: Refused, refusal?: Refusal): Advice {
	const { settings, access, claims } = refused;
	const fit = access === undefined ? undefined : fits(access, claims);
	const needs = access === undefined ? '' : `This operation needs ${describeAccess(access)}.`;
	const name = keyName(settings);
	if (access !== undefined && fit === false) {
		return {
			message: `The ${name} may not do this`,
			description: [needs, described(refused, access, claims), ...cure(refused, access), said(refusal)],
		};
	}
	if (fit && claims) {
		return {
			message: `The ${name} may not see what was asked for`,
			description: [
				`Its type fits, so an id lies outside what the key was made for: ${describeScope(claims)}.`,
				forEditor(
					'Choose an id inside of it, or a key with a wider scope.',
					'Give an id inside of it, or ask a person for a key with a wider scope.',
				),
				said(refusal),
			],
		};
	}
	return {
		message: `The ${name} may not do this`,
		description: [needs, 'Or an id lies outside the company, customers and sites of the key.', said(refusal)],
	};
}
