import type { CredentialContext } from './connection';
import { CREDENTIAL_TYPE, type Settings } from './settings';
import { storedToken, storedTokens } from './storedTokens';

/** The tokens of a credential: that of the key in use, and those of all its keys. */
interface HeldTokens {
	own: string;
	all: string[];
}

/** The tokens that n8n has stored for a credential and the connection's own, to explain a refusal and to redact them. */
export async function heldTokens(
	{ context, token }: { context: CredentialContext; token?: string },
	settings: Settings,
): Promise<HeldTokens> {
	const known = token === undefined ? [] : [token];
	try {
		const credential = await context.getCredentials(CREDENTIAL_TYPE);
		const stored = storedTokens(credential).map(({ accessToken }) => accessToken);
		// With one key it is the only token, whatever it belongs to.
		const own = settings.separateKeys === undefined ? stored[0] : storedToken(credential, settings)?.accessToken;
		return { own: token ?? own ?? '', all: [...known, ...stored] };
	} catch {
		// If the credential can't be read any more, the original error must still be shown.
		return { own: token ?? '', all: known };
	}
}
