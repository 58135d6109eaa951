import type { IDataObject } from 'n8n-workflow';

/** Names of authentication headers, including those of proxies and gateways: keys, tokens, cookies, assertions. */
const PROOF =
	/auth|token|secret|cookie|session|jwt|oidc|saml|assertion|credential|passw|signature|client-?(cert|principal)|key/;

/** A “key” that isn't secret: it identifies a delivery. */
const HARMLESS = /idempotency-?key/;

/** Headers in which proxies pass on the requested URL, which holds the subscription's token and seal. */
const ADDRESS_HEADER = /ur[il]|path|query|refer+er|request-line/;

/** A token in a header of any name: with its scheme, or a JSON Web Token. */
const TOKEN_VALUE = /^\s*(basic|bearer|negotiate)\s|\beyJ[\w-]+\.[\w-]+\./i;

/** A value as it is and percent-decoded. */
function spellings(value: string): string[] {
	try {
		return [value, decodeURIComponent(value)];
	} catch {
		return [value];
	}
}

function isPrivate(name: string, value: unknown, secrets: readonly string[]): boolean {
	const plain = name.toLowerCase();
	if (ADDRESS_HEADER.test(plain) || (PROOF.test(plain) && !HARMLESS.test(plain))) return true;
	const texts = [value].flat().flatMap((one) => spellings(String(one)));
	return texts.some((text) => TOKEN_VALUE.test(text) || secrets.some((secret) => text.includes(secret)));
}

/** The headers of a delivery without those that reveal the proof, the address or the keys. `query`: the one it came with. */
export function publicHeaders(headers: object, query: unknown): IDataObject {
	const parts = typeof query === 'object' && query !== null ? Object.values(query).flat() : [];
	const secrets = parts.filter((part): part is string => typeof part === 'string' && part !== '');
	return Object.fromEntries(Object.entries(headers).filter(([name, value]) => !isPrivate(name, value, secrets)));
}
