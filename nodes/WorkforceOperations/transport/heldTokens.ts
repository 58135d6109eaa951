import type { ConnectionContext } from './connection';
import { CREDENTIAL_TYPE, type Settings } from './settings';
import { storedToken, storedTokens } from './storedTokens';

/** The tokens of a credential: that of the key in use, and those of all its keys. */
interface HeldTokens {
	own: string;
	all: string[];
}

/** Reads the tokens that n8n has stored for a credential, to explain a refusal and to redact them. */
export async function heldTokens(
	context: Pick<ConnectionContext, 'getCredentials'>,
	settings: Settings,
): Promise<HeldTokens> {
	try {
		const credential = await context.getCredentials(CREDENTIAL_TYPE);
		const all = storedTokens(credential).map(({ accessToken }) => accessToken);
		// With one key it is the only token, whatever it belongs to.
		const own = settings.separateKeys === undefined ? all[0] : storedToken(credential, settings)?.accessToken;
		return { own: own ?? '', all };
	} catch {
		// If the credential can't be read any more, the original error must still be shown.
		return { own: '', all: [] };
	}
}
