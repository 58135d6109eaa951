import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { endpoints, eventCatalogue, idOf, isBlank, type JsonObject, parseAddress, pick, yesOrNo } from '../contract';
import { plain } from '../form/item';
import { collect, nodeError } from '../transport';
import { cached } from '../transport/cachedLists';
import { keyFor, listable, openConnection } from './lists';

const BY_ID = 'By ID';

/** “Timesheet Approved · n8n.example.com · inactive”. Only the event is documented. */
function subscriptionName({ event, eventType, uri, isActive }: JsonObject, id: string): string {
	const value = `${String(eventType)}.${String(event)}`.toLowerCase();
	const known = eventCatalogue.find((each) => each.value === value);
	const parts = [
		isBlank(event) ? undefined : (known?.name ?? value),
		typeof uri === 'string' ? (parseAddress(uri)?.host ?? uri) : undefined,
		yesOrNo(isActive) === false ? 'inactive' : undefined,
		`ID ${id}`,
	];
	return parts.filter((part) => part !== undefined).join(' · ');
}

function subscriptionEntry(record: JsonObject): INodeListSearchItems[] {
	const id = idOf(pick(record, ['id', 'webhookSubscriptionId']));
	return id === undefined ? [] : [{ name: subscriptionName(record, id), value: id }];
}

/** The service lists subscriptions only by subscriber, so the subscriber beside the field is used. */
export async function searchSubscriptions(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const connection = await openConnection(this);
	const subscriber = String(plain(this.getCurrentNodeParameter('subscriberId'))).trim();
	if (!/^\d+$/.test(subscriber)) {
		throw nodeError(connection, {
			kind: 'settings',
			message: 'The service lists the subscriptions of one subscriber at a time',
			description: `Enter a Subscriber ID in the field above, or choose “${BY_ID}” and enter the subscription’s ID.`,
		});
	}
	const endpoint = endpoints['webhookSubscription.getAll'];
	const call = { endpoint, path: { subscriberId: subscriber } };
	const listed = { what: 'subscriptions', byId: BY_ID, endpoint: 'webhookSubscription.getAll' } as const;
	const key = [keyFor(this, connection, listed).budgetKey, listed.endpoint, subscriber].join('|');
	const results = await listable(
		{ context: this, settings: connection.settings },
		listed,
		async () => await cached(key, async () => (await collect(connection, call)).records.flatMap(subscriptionEntry)),
	);
	const text = filter?.trim().toLowerCase() ?? '';
	return { results: results.filter(({ name }) => name.toLowerCase().includes(text)) };
}
