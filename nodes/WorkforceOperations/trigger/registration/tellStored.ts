import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { describeKnownIds, type Registration, type StoredFlaws, storedFlaws } from './registration';
import { ownNode } from './store';
import { log } from '../../transport/log';

/*
 * A stored registration may be damaged, or written by a newer version of this package. Unusable parts are reported,
 * because something unknown may be on at the service.
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
			`the data that n8n stored for “${name}” can’t be read (${named(unreadable)}). Missing parts are read from the service or created again. If an earlier webhook subscriber is still on, this log will name it at its next delivery${ids === undefined ? '' : `. Known: ${ids}`}`,
		);
	}
	if (unknown.length > 0)
		log(context).warn(
			`the data that n8n stored for “${name}” was written by a newer version of this package. This version ignores ${named(unknown)}, which it doesn’t know`,
		);
}

/** The error of an unpublishing that can't know what is on at the service; otherwise undefined. */
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
		`The data that n8n stored for “${context.getNode().name}” can’t be read, so nothing was switched off in the service${ids === undefined ? '' : `: ${ids}`}`,
		{
			description:
				'When you published the workflow, n8n’s log named the webhook subscriber: look for “created webhook subscriber”. Switch it off with the Workforce Operations node: Webhook Subscriber, Update, State Inactive.',
		},
	);
}
