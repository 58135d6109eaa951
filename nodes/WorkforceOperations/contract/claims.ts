import { isJsonObject } from './types';
import { splitList } from './values';

/** What a token says of its key. Names are documented, the form of their values is assumed. */
export interface Claims {
	keyType?: string;
	scopes: string[];
	companies: string[];
	customers: string[];
	sites: string[];
}

const list = (value: unknown): string[] => (isJsonObject(value) ? [] : splitList(value, /[\s,;]+/));

/** Reads the payload of a JWT without checking its signature: it only serves to explain a refusal. */
export function readClaims(token: string): Claims | undefined {
	const payload = token.split('.')[1];
	if (!payload) return undefined;
	try {
		const parsed: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
		if (!isJsonObject(parsed)) return undefined;
		const claim = (name: string): unknown =>
			Object.entries(parsed).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
		const keyType = claim('KeyType');
		return {
			keyType: typeof keyType === 'string' && keyType !== '' ? keyType : undefined,
			scopes: list(claim('Scope')),
			companies: list(claim('CompanyId')),
			customers: list(claim('CustomerId')),
			sites: list(claim('SiteId')),
		};
	} catch {
		return undefined;
	}
}
