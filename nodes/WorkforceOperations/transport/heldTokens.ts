import type { CredentialContext } from './connection';
import { CREDENTIAL_TYPE, type Settings } from './settings';
import { storedToken, storedTokens } from './storedTokens';

/** `own`: of the key in use; `all`: of every key of the credential. */
interface HeldTokens {
	own: string;
	all: string[];
}

/** For explaining refusals and for redaction. */
export async function heldTokens(
	{ context, token }: { context: CredentialContext; token?: string },
	settings: Settings,
): Promise<HeldTokens> {
	const known = token === undefined ? [] : [token];
	try {
		const credential = await context.getCredentials(CREDENTIAL_TYPE);
		const stored = storedTokens(credential).map(({ accessToken }) => accessToken);
		// With one key it is the only token.
		const current = settings.separateKeys === undefined ? stored[0] : storedToken(credential, settings)?.accessToken;
		return { own: token ?? current ?? '', all: [...known, ...stored] };
	} catch {
		// If the credential can't be read any more, the original error must still be shown.
		return { own: token ?? '', all: known };
	}
}
