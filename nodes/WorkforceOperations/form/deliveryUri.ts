import { isLoopback } from '../contract';
import { inputError, type Item } from './item';

/** Checks an address before the service does: it delivers over HTTPS only (documented). */
export function deliveryUri(item: Item, value: unknown): string {
	const text = String(value ?? '').trim();
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		throw inputError(
			item,
			text === '' ? '“URI” is empty' : '“URI” is not a web address',
			'It looks like https://example.com/hook',
		);
	}
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
		throw inputError(item, '“URI” must begin with https://', 'The service delivers over HTTPS only.');
	}
	return text;
}
