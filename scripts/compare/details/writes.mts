// Facts that only writes show, with the user's consent: the field that switches off subscribers and subscriptions,
// and the response to a write. Everything is undone.
import type { PackageContract } from '../../docs/sources.mts';
import type { Reading } from '../readings.mts';
import type { Service } from '../service.mts';
import { type Finding, type Row, rowsOf } from './finding.mts';

const FIELDS = ['isActive', 'active', 'enabled', 'isEnabled', 'on', 'state', 'status'];

/** Reserved: no delivery arrives there. */
const NOWHERE = 'https://compare.invalid/hook';

/** A name that no service has, to see whether unknown fields are refused. */
const MADE_UP = 'noServiceHasThisField';

const recordIn = (contract: PackageContract, body: unknown): Row => {
	const data: unknown = contract.isJsonObject(body) ? body.data : undefined;
	return contract.isJsonObject(data) ? data : {};
};

interface Switched {
	path: string;
	/** The created record, with the switches that it shows. */
	record: Row;
	/** The record as it can be read now; undefined if nothing shows it. */
	look: () => Promise<Row | undefined>;
}

/**
 * The field whose `false` switches it off: known from the record afterwards, or because any other field is refused.
 */
async function switchOff(
	contract: PackageContract,
	service: Service,
	{ path, record, look }: Switched,
): Promise<{ field: string; how: string } | undefined> {
	const shown = Object.keys(record).filter((field) => record[field] === true);
	const refusesOthers = (await service.write('PUT', path, { [MADE_UP]: false })).status !== 200;
	let accepted: string | undefined;
	for (const field of [...new Set([...shown, ...FIELDS])]) {
		const { status, body } = await service.write('PUT', path, { [field]: false });
		if (status !== 200) continue;
		const seen = [recordIn(contract, body), await look()].find((row) => typeof row?.[field] === 'boolean');
		if (seen?.[field] === false) return { field, how: 'after it was set to false, the service shows false' };
		if (seen === undefined && refusesOthers) accepted ??= field;
	}
	return accepted === undefined ? undefined : { field: accepted, how: 'the service accepts it, and refuses others' };
}

export async function findStateFields(
	contract: PackageContract,
	service: Service,
	log: (line: string) => void,
): Promise<Finding[]> {
	const { endpoints } = contract;
	const path = (of: 'webhookSubscriber.update' | 'webhookSubscription.update', id: unknown): string =>
		endpoints[of].path.replace('{id}', String(id));
	const made = recordIn(contract, (await service.write('POST', endpoints['webhookSubscriber.create'].path, {})).body);
	if (made.id === undefined) return [];
	const list = endpoints['webhookSubscription.getAll'].path.replace('{subscriberId}', String(made.id));
	const body = { subscriberId: made.id, event: 'approve', eventType: 'timesheet', uri: NOWHERE };
	const subscription = recordIn(
		contract,
		(await service.write('POST', endpoints['webhookSubscription.create'].path, body)).body,
	);
	const inList = async (): Promise<Row | undefined> =>
		(await rowsOf(contract, service, list, {}))?.find(({ id }) => id === subscription.id);
	const found = {
		subscription:
			subscription.id === undefined
				? undefined
				: await switchOff(contract, service, {
						path: path('webhookSubscription.update', subscription.id),
						record: subscription,
						look: inList,
					}),
		subscriber: await switchOff(contract, service, {
			path: path('webhookSubscriber.update', made.id),
			record: made,
			look: async () => await Promise.resolve(undefined),
		}),
	};
	for (const [what, field] of Object.entries(found))
		if (field === undefined)
			log(`The ${what} of subscriber ${String(made.id)} could not be switched off: ask the service’s support.`);
	return Object.entries(found).flatMap(([what, switched]): Finding[] =>
		switched === undefined || switched.field === 'isActive'
			? []
			: [{ place: `stateField.${what}`, value: switched.field, how: switched.how }],
	);
}

/** The response to a write: an employee's last name is written unchanged. */
export async function employeeReading(contract: PackageContract, service: Service, id: string): Promise<Reading> {
	const { path } = contract.endpoints['staff.update'];
	const reading = { choice: 'writes', endpoint: `PATCH ${path}` } as const;
	const staff = (await rowsOf(contract, service, path, { searchText: id, limit: '200' })) ?? [];
	const person = staff.find((row) => String(row.id) === id && typeof row.lastName === 'string');
	if (person === undefined) return { ...reading, value: null, reason: 'the employee is not in the list.' };
	const { status, body } = await service.write('PATCH', path, {
		employees: [{ id: Number(id), lastName: person.lastName }],
	});
	if (status !== 200) return { ...reading, value: null, reason: `HTTP ${status}` };
	const data: unknown = contract.isJsonObject(body) ? body.data : undefined;
	const [first] = Array.isArray(data) ? (data as unknown[]) : [data];
	if (contract.isJsonObject(first)) return { ...reading, value: 'records' };
	if (Array.isArray(data) && typeof first === 'number') return { ...reading, value: 'ids' };
	if (typeof data === 'number') return { ...reading, value: data === 1 ? 'counts' : 'ids' };
	return data == null
		? { ...reading, value: 'none' }
		: { ...reading, value: null, reason: 'the answer has an unknown form.' };
}
