import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { isJsonObject } from '../contract';
import type { Settings } from './settings';
import { clock } from './clock';

/*
 * n8n stores one text for a credential and empties it when the credential changes. A credential with one key stores
 * its token as it is. One with several stores a JSON list of all tokens in the same place, each with its own time and
 * fingerprint. A token never begins with a bracket, so the two can't be confused.
 */

export interface StoredToken {
	accessToken: string;
	/** Epoch milliseconds at which the token is renewed, well before it expires. */
	refreshAt: number;
	tokenFingerprint: string;
}

const LIST = /^\s*\[/;

type StoredCredential = ICredentialDataDecryptedObject;

const isStoredToken = (entry: unknown): entry is StoredToken =>
	isJsonObject(entry) &&
	typeof entry.accessToken === 'string' &&
	typeof entry.tokenFingerprint === 'string' &&
	typeof entry.refreshAt === 'number';

function parseTokens(text: string): StoredToken[] {
	try {
		return (JSON.parse(text) as unknown[]).filter(isStoredToken);
	} catch {
		return [];
	}
}

export function storedTokens({ accessToken, refreshAt, tokenFingerprint }: StoredCredential): StoredToken[] {
	if (typeof accessToken !== 'string' || accessToken === '') return [];
	if (LIST.test(accessToken)) return parseTokens(accessToken);
	return [{ accessToken, refreshAt: Number(refreshAt), tokenFingerprint: String(tokenFingerprint) }];
}

/** For the current address and key, usable or not. */
export const storedToken = (
	stored: StoredCredential,
	{ fingerprint }: Pick<Settings, 'fingerprint'>,
): StoredToken | undefined => storedTokens(stored).find(({ tokenFingerprint }) => tokenFingerprint === fingerprint);

/** Whether the token may be used for the current address and key. */
export function isFresh(stored: StoredCredential, settings: Pick<Settings, 'fingerprint'>): boolean {
	const token = storedToken(stored, settings);
	return token !== undefined && clock.date() < token.refreshAt;
}

/** Stored if none of several keys could be exchanged. If nothing were stored, n8n would request all exchanges again. */
export const NO_TOKENS = '[]';

/** In n8n's storage format. */
export const packTokens = (tokens: StoredToken[]): StoredToken => ({
	accessToken: JSON.stringify(tokens),
	refreshAt: Math.min(...tokens.map(({ refreshAt }) => refreshAt), Number.MAX_SAFE_INTEGER),
	tokenFingerprint: '',
});
