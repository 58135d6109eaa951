// The result of a delivery, in words for somebody who has never seen an error code.

const where = (uri) => {
	try {
		return new URL(uri).host;
	} catch {
		return uri;
	}
};

const silent = (uri) =>
	`Nothing answers at ${where(uri)}. Is the receiver running? If it’s n8n, start it and publish the workflow.`;
/** @type {[RegExp, (uri: string, match: RegExpExecArray) => string][]} */
const reasons = [
	[/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)/, silent],
	[/^(ENOTFOUND|EAI_AGAIN)/, (uri) => `No server named ${where(uri)} was found. Is the address right?`],
	[/^(ECONNRESET|EPIPE|ERR_SOCKET)/, (uri) => `${where(uri)} closed the connection before it answered.`],
	[/^no answer within (\d+) ms/, (uri, [, ms]) => `${where(uri)} did not answer within ${Number(ms) / 1000} seconds.`],
	[/CERT|SSL|TLS|SELF_SIGNED/, (uri) => `The certificate of ${where(uri)} is not trusted here.`],
	[/^not sent: /, () => 'Not sent: the subscription or its subscriber is switched off.'],
];
const statuses = {
	401: 'it asks for a sign-in',
	403: 'it rejected the signature',
	404: 'it does not know this address. If it’s n8n, is the workflow published?',
	405: 'it does not accept this kind of request',
	410: 'this address no longer exists',
	429: 'it had received too many requests',
};

/** One attempt as a sentence part. */
export function attemptWords({ statusCode, error }, uri) {
	if (statusCode === null) {
		for (const [pattern, words] of reasons) {
			const match = pattern.exec(error ?? '');
			if (match) return words(uri, match);
		}
		return error ?? 'no answer';
	}
	if (statusCode < 300) return `accepted (${statusCode})`;
	if (statusCode < 400) return `refused: it sent a redirect (${statusCode}), which is not followed`;
	return `refused (${statusCode}): ${statuses[statusCode] ?? (statusCode < 500 ? 'it did not accept the request' : 'an error occurred there')}`;
}

const states = {
	Pending: 'waiting to be sent',
	Delivered: 'delivered',
	Failed: 'not accepted yet',
	MaxRetriesReached: 'given up',
};
export const deliveryState = ({ status, nextAttemptAt }) =>
	status === 'Failed' && nextAttemptAt === null ? 'not sent' : (states[status] ?? status);

/** The results of a few new deliveries, as a sentence; `undefined` while one is still on its way. */
export function outcomeOf(deliveries) {
	if (deliveries.some(({ attempts }) => attempts.length === 0)) return undefined;
	const failed = deliveries.filter(({ status }) => status !== 'Delivered');
	const delivered = deliveries.length - failed.length;
	const told =
		delivered === 0 ? '' : `Webhook delivered to ${delivered} ${delivered === 1 ? 'receiver' : 'receivers'}. `;
	const why = failed.map(({ attempts, uri, nextAttemptAt }) => {
		const words = attemptWords(attempts.at(-1), uri);
		return `Webhook not delivered: ${words}${words.endsWith('.') || words.endsWith('?') ? '' : '.'}${nextAttemptAt === null ? '' : ' It will be retried automatically.'}`;
	});
	return (told + [...new Set(why)].join(' ')).trim();
}

/** The hours of a timesheet, from start to end; equal ones are shown once. */
export function hoursIn({ rostered, clocked, paid, invoiced }) {
	const said = [
		['clocked', clocked ?? 'unknown'],
		['paid', paid],
		['invoiced', invoiced],
	].filter(([, hours]) => hours !== rostered);
	return `Rostered ${rostered}${said.map(([what, hours]) => `, ${what} ${hours}`).join('')}`;
}
