import { forPerson } from '../failures/cure';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { eachKey, keyName } from '../keys';
import { Problem } from '../failures/problem';
import type { Settings } from '../settings';
import { callFor, lastOutcome, lend } from './needs';
import { isFresh, storedToken } from '../storedTokens';

/** n8n reacts to this error by exchanging the keys and calling `authenticate` again, before anything was sent. */
class TokenNeeded extends Problem {
	readonly response = { status: 401 };

	constructor(key: Pick<Settings, 'field'>) {
		super(
			`No valid token could be had for the ${keyName(key)}`,
			forPerson('Open the credential and test it: the test says what to correct.'),
		);
	}
}

interface Asking {
	/** The token that the service has just refused. */
	refused?: unknown;
	/** Sent by n8n itself, which doesn't say if a token was refused. */
	isForeign?: boolean;
}

/**
 * The token of a key for a request. Throws the error that makes n8n exchange the keys, or the reason why the exchange
 * failed for this key.
 */
export function tokenForRequest(
	credentials: ICredentialDataDecryptedObject,
	key: Settings,
	{ refused, isForeign }: Asking,
): string {
	const stored = storedToken(credentials, key)?.accessToken ?? '';
	if (isFresh(credentials, key) && stored !== refused) {
		if (isForeign && key.separateKeys !== undefined) lend(key, stored);
		return stored;
	}
	if (key.separateKeys !== undefined) {
		const outcome = lastOutcome(key);
		if (outcome !== undefined && 'problem' in outcome) throw outcome.problem;
		callFor(key, stored);
	}
	throw new TokenNeeded(key);
}

/** For the test of a credential with several keys: throws the first problem if any of them wasn't exchanged just now. */
export function assertEveryKey(credentials: ICredentialDataDecryptedObject, settings: Settings): void {
	// A single key is exchanged by n8n for every test, which reports what is wrong with it.
	if (settings.separateKeys === undefined) return;
	const keys = eachKey(settings);
	const tried = keys.map((key) => {
		const outcome = key instanceof Problem ? { problem: key } : lastOutcome(key);
		if (outcome === undefined && !(key instanceof Problem))
			callFor(key, storedToken(credentials, key)?.accessToken ?? '');
		return outcome;
	});
	const untried = keys.find((_, at) => tried[at] === undefined);
	if (untried !== undefined && !(untried instanceof Problem)) throw new TokenNeeded(untried);
	const failed = tried.find((outcome) => outcome !== undefined && 'problem' in outcome);
	if (failed !== undefined && 'problem' in failed) throw failed.problem;
}
