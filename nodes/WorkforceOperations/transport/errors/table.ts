import { type Cure, forEditor, forPerson, mapped, toRetry } from '../failures/cure';

/**
 * The title says what happened, the cures why and what to do. Each cure has its audience; plain text is for the caller.
 */
interface Row {
	/** `{…}` is a fact, also in the cures. A cure with an unknown fact is left out. */
	title: string;
	cure: readonly Cure[];
	/** The service's own words, if there are any, are the title. */
	isSaid?: boolean;
}

const row = (title: string, ...cure: readonly Cure[]): Row => ({ title, cure });
const rowOfWords = (title: string, ...cure: readonly Cure[]): Row => ({ title, cure, isSaid: true });

const SAID = 'The service says: “{words}”.';
const NETWORK = forPerson('Check n8n’s network connection ({network}).');
const TWICE = toRetry(
	'Try again. If it happens again, ask the service’s support team.',
	'Try again. If it happens again, ask a person to contact the service’s support team.',
);

/** The titles of the token exchange contain it, too. */
export const ADDRESS = forPerson('Check the credential’s Region (or Base URL).');

/** Every error of a request, by its kind or a special case. */
export const ERRORS = {
	// The request had no answer.
	stopped: row('The execution was stopped'),
	noServer: row('There is no server at {host}', ADDRESS, NETWORK),
	network: row('The connection to {host} failed', ADDRESS, NETWORK, toRetry('Or try again later.', 'Try again later.')),
	untrusted: row(
		'The certificate of {host} is not trusted',
		'A proxy may be intercepting the connection ({network}).',
		forPerson('Check the Base URL and n8n’s proxy settings.'),
	),
	timeout: row(
		'{host} did not answer in time',
		toRetry(
			'Try again later. If it happens often, choose a smaller Page Size or a shorter period.',
			'Try again later. If it happens often, request a shorter period.',
		),
	),
	unknown: row('{reason}', '{description}'),

	// Too many requests.
	tooMany: row(
		'The API key has used up its requests for this minute',
		'The service allows each key a fixed number of requests a minute.',
		forEditor('Try again in {wait}, or give this workflow its own key.', 'Call it again in {wait}.'),
	),
	longWait: row(
		'The service says to wait{until}',
		'This wait (HTTP 429 with Retry-After) is too long for the node.',
		forEditor('Run the workflow again when the wait is over.', 'Call it again when the wait is over.'),
	),
	quota: row(
		'The request quota is used up{until}',
		'The gateway in front of the service reported this (HTTP 403); nothing is wrong with the API key.',
		SAID,
		forEditor('If it happens often, ask the service’s support team for a larger quota.'),
		toRetry('Run the workflow again when the quota is renewed.', 'Call it again when the quota is renewed.'),
	),
	stalled: row(
		'The service has refused every request for {minutes} minutes',
		'It reports too many requests with this API key (HTTP 429), although the node waited each time.',
		forEditor(
			'Find out what else is using the key, or give this workflow its own key.',
			'Ask a person to find out what else is using the key.',
		),
	),

	// The keys.
	unauthorized: row(
		'The service does not accept the token or the subscription key',
		'The {key} was exchanged for a token, but the request was refused.',
		forPerson(
			'Check the Subscription Key first, then the Region: both must belong to the region where the API key was created.',
		),
		SAID,
	),
	forbidden: row(
		'The {key} has no access to this',
		'This operation needs {needs}.',
		'The {key} {has}.',
		forPerson('Choose a credential with the right type of key, or switch on Separate Keys there and fill in {fields}.'),
		forPerson('Enter the right type of key in the credential’s {area}.'),
		forEditor(
			'An ID may be outside the key’s scope ({scope}): choose another ID, or a key with a wider scope.',
			'An ID may be outside the key’s scope ({scope}): give another ID, or ask for a wider scope.',
		),
		SAID,
	),

	// The request itself.
	notFound: rowOfWords(
		'The service can’t find what was requested',
		forEditor('Check the ID, and the credential’s Region (or Base URL).', 'Check the ID.'),
		forPerson(
			'Check the path {path}, which is not documented. You can enter a different one in Service Details (formTemplatesPath).',
		),
	),
	redirected: row(
		'{origin} redirects requests to another address',
		'Redirects aren’t followed, to protect your keys.',
		ADDRESS,
		'The redirect leads to {target}.',
	),
	tooLarge: row('The service says the request is too large', 'Send fewer rows, or smaller files.', SAID),
	refused: rowOfWords(
		'The service refused the request (HTTP {status})',
		forEditor('Check the node’s values.', 'Check this call’s values.'),
		'Field: {field}.',
		'Error code: {code}.',
	),
	unavailable: row(
		'The service could not answer (HTTP {status})',
		SAID,
		toRetry('Nothing is wrong with the workflow: try again later.', 'Nothing is wrong with the call: try again later.'),
	),

	// A success without usable content.
	lost: row('{origin} answered {what}', 'The response was lost, cut off or damaged on the way.', TWICE),
	notList: row('{origin} answered with something that is not a list', 'It isn’t an error either: {came}.', TWICE),
	notData: row(
		'{origin} answered {what} instead of data',
		'Either this is not the address of the service, or a proxy or sign-in page answered instead.',
		ADDRESS,
	),
} satisfies Record<string, Row>;

export type Happened = keyof typeof ERRORS;

export const isInTable = (kind: string): kind is Happened => kind in ERRORS;

/** Ends the error of every uncertain write: without it people would try again and create the record twice. */
export const UNCERTAIN = forEditor(
	'The service may have made the change anyway: check there before you run it again.',
	'The service may have made the change anyway: check there before you call it again.',
);

/** The facts of an error, by their names in the texts. */
export type Facts = Readonly<Record<string, string | number | undefined>>;

const PLACE = /\{(\w+)\}/g;

/** The texts of an error with its facts. */
export function inTable(happened: Happened, facts: Facts): { message: string; description: Cure[]; isSaid: boolean } {
	const { title, cure, isSaid = false }: Row = ERRORS[happened];
	const known = (name: string): string => String(facts[name] ?? '');
	const filled = (text: string): string => text.replace(PLACE, (_, name: string) => known(name));
	const isWhole = (text: string): boolean => [...text.matchAll(PLACE)].every(([, name = '']) => known(name) !== '');
	const said = isSaid ? known('said') : '';
	return {
		message: said || filled(title),
		isSaid: said !== '',
		description: mapped(cure, (text) => (isWhole(text) ? filled(text) : '')),
	};
}
