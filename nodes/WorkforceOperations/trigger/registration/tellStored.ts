import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { describeKnownIds, type Registration, type StoredFlaws, storedFlaws } from './registration';
import { ownNode } from './store';
import { log } from '../../transport/log';

/*
 * A stored registration may be damaged, or written by a newer version of this package. Whatever can't be used is
 * reported, because something unknown may be on at the service.
 */

const flawsOf = (context: IHookFunctions): StoredFlaws | undefined =>
	storedFlaws(context, (owner) => owner.startsWith(`${ownNode(context)}/`));

/** Names from static data may be of any length. */
const named = (parts: readonly string[]): string =>
	parts
		.slice(0, 5)
		.map((part) => part.replace(/[^\w-]/g, '').slice(0, 40))
		.join(', ');

/** Logs, before a publishing, which parts of the stored registration are ignored. */
export function tellStored(context: IHookFunctions, known: Registration | undefined): void {
	const { unreadable = [], unknown = [] } = flawsOf(context) ?? {};
	const { name } = context.getNode();
	if (unreadable.length > 0) {
		const ids = describeKnownIds(context, known);
		log(context).warn(
			`what n8n has stored for “${name}” can’t be read (${named(unreadable)}). What is missing is asked of the service or made anew; a webhook subscriber of before that is still on is named here when it delivers${ids === undefined ? '' : `. What is known: ${ids}`}`,
		);
	}
	if (unknown.length > 0)
		log(context).warn(
			`what n8n has stored for “${name}” was written by a newer version of this package: ${named(unknown)} is left out, which this one does not know`,
		);
}

/** The error of an unpublishing that doesn't know what is on at the service; undefined if it does. */
export function unknownAtService(
	context: IHookFunctions,
	registration: Registration | undefined,
): NodeOperationError | undefined {
	const { unreadable = [] } = flawsOf(context) ?? {};
	const isLost = unreadable.some((part) => part === 'registration' || part === 'subscriberId');
	// What this process remembers is younger than a damaged copy.
	if (!isLost || (registration !== undefined && registration.changedAt > 0)) return undefined;
	const ids = describeKnownIds(context, registration);
	return new NodeOperationError(
		context.getNode(),
		`What n8n has stored for “${context.getNode().name}” can’t be read, so that nothing was switched off at the service${ids === undefined ? '' : `: ${ids}`}`,
		{
			description:
				'n8n’s log of the publishing names the webhook subscriber; look for “made webhook subscriber”. Switch it off with the Workforce Operations node: Webhook Subscriber, Update, State Inactive.',
		},
	);
}
