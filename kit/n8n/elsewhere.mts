// An n8n started by somebody else, for the end-to-end tests: its address, and the sign-in. It must be on this
// machine, or in a container with this machine's network, because it and the sandbox call each other by their
// loopback addresses.

export interface Elsewhere {
	/** Without a slash at its end. */
	url: string;
	email: string;
	password: string;
}

/** The variables that pass it to the tests; a password never appears on a command line. */
const URL_VARIABLE = 'WORKFORCE_N8N_URL';
const USER_VARIABLE = 'WORKFORCE_N8N_USER';
export const PASSWORD_VARIABLE = 'WORKFORCE_N8N_PASSWORD';

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** From `--url` and `--user`; the password comes from the environment. */
export function elsewhereOf(
	address: string | undefined,
	email: string | undefined,
	password: string | undefined,
): Elsewhere | undefined {
	if (address === undefined && email === undefined) return undefined;
	if (address === undefined || email === undefined) throw new Error('--url and --user must be used together.');
	if (!password) throw new Error(`--url needs the password of ${email} in the variable ${PASSWORD_VARIABLE}.`);
	const url = address.replace(/\/$/, '');
	if (!LOOPBACK.test(url))
		throw new Error(
			`--url takes an address on this machine, such as http://127.0.0.1:5678, not "${address}": n8n and the sandbox use it to call each other.`,
		);
	return { url, email, password };
}

export const environmentFor = ({ url, email, password }: Elsewhere): Record<string, string> => ({
	[URL_VARIABLE]: url,
	[USER_VARIABLE]: email,
	[PASSWORD_VARIABLE]: password,
});

/** The n8n for this run; `undefined` if the run starts its own. */
export const elsewhereIn = (environment: NodeJS.ProcessEnv): Elsewhere | undefined =>
	elsewhereOf(environment[URL_VARIABLE], environment[USER_VARIABLE], environment[PASSWORD_VARIABLE]);
