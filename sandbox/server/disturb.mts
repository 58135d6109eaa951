import type { Response } from 'express';
import type { Wrapped } from './envelopes.mts';
import { ServiceError } from '../core/errors.mts';
import type { Fault, Faults } from './faults.mts';

const cursorFields = ['nextPageParameter', 'nextPageParams', 'nextPageEndpoint'];

/** Applies the faults that replace the response. Returns true if the request has been answered. */
export function disturb(fault: Fault, res: Response): boolean {
	res.set(fault.headers);
	if (fault.kind === 'reset') {
		res.socket?.destroy();
		return true;
	}
	if (fault.kind === 'html') {
		const page =
			typeof fault.body === 'string'
				? fault.body
				: '<!doctype html><html><head><title>Service unavailable</title></head><body><h1>Service unavailable</h1></body></html>';
		res
			.status(fault.status ?? 200)
			.type('html')
			.send(page);
		return true;
	}
	if (fault.kind === 'status') {
		const status = fault.status ?? 500;
		if (fault.body === undefined) throw new ServiceError(status, `A fault was requested: HTTP ${status}.`);
		if (typeof fault.body === 'string') res.status(status).send(fault.body);
		else res.status(status).json(fault.body);
		return true;
	}
	return false;
}

/** Applies the faults that change a finished response. Returns the body to send, or null if it has been sent here. */
export function disturbAnswer(fault: Fault, faults: Faults, body: Wrapped, res: Response): Wrapped | null {
	if (fault.kind === 'truncated') {
		const text = JSON.stringify(body);
		res
			.status(200)
			.set('Content-Type', 'application/json; charset=utf-8')
			.set('Content-Length', String(Buffer.byteLength(text)));
		res.write(text.slice(0, Math.floor(text.length / 2)), () => res.socket?.destroy());
		return null;
	}
	if (fault.kind === 'statusCode') return failedInside(body, fault);
	if (fault.kind !== 'repeatCursor') return body;
	const copy = { ...body };
	for (const field of cursorFields) {
		const value = copy[field];
		if (typeof value === 'string' && value.includes('=')) copy[field] = faults.repeat(fault, value);
	}
	return copy;
}

/** HTTP 200 with an envelope that reports a failure. */
function failedInside(body: Wrapped, fault: Fault): Wrapped {
	const words = typeof fault.body === 'string' ? fault.body : 'The service could not do this.';
	if ('isSuccess' in body)
		return {
			...body,
			isSuccess: false,
			status: 500,
			statusMessage: words,
			errorMessages: [{ code: 100, message: words }],
			errorMessagesAsString: words,
			data: [],
		};
	if ('meta' in body) return { ...body, data: null, errors: [{ code: 'error', message: words, field: null }] };
	const code = fault.status ?? 1;
	return {
		...body,
		status: { code, errorMessage: words },
		data: null,
		count: null,
		message: words,
		errors: [{ code: 100, message: words }],
	};
}
