import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { RunOptions } from '../../../kit/core/engine.mts';
import { FIELDS, shownFields } from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Bench } from './bench.mts';
import { everyOperation } from './everyOperation.mts';

/** A JSON schema in the part of the language that n8n's output previews use. */
interface Preview {
	type?: string;
	properties?: Record<string, Preview>;
	items?: Preview;
	version?: number;
}

/** The file of an operation, or of a version of a trigger, below `__schema__/`. */
export const previewFile = (name: string): string =>
	path.resolve('nodes/WorkforceOperations/__schema__', `${name}.json`);

export const readPreview = (name: string): Preview => JSON.parse(readFileSync(previewFile(name), 'utf8')) as Preview;

const typeOf = (value: unknown): string =>
	value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

/** What several values have in common, as a preview; a field that is null at times has the type that it has at others. */
function describeValues(values: unknown[], name = ''): Preview {
	const known = values.filter((value) => value !== null && value !== undefined);
	const types = new Set(known.map(typeOf));
	// What the sandbox never fills is described as the service's own document names it.
	if (known.length === 0) return { type: name.endsWith('Id') ? 'integer' : 'string' };
	if (types.has('object')) {
		const records = known.filter((value): value is IDataObject => typeOf(value) === 'object');
		const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
		return {
			type: 'object',
			properties: Object.fromEntries(
				names.map((field) => [
					field,
					describeValues(
						records.map((record) => record[field]),
						field,
					),
				]),
			),
		};
	}
	if (types.has('array')) {
		const entries = known.flatMap((value) => (Array.isArray(value) ? value : []));
		return { type: 'array', ...(entries.length > 0 ? { items: describeValues(entries) } : {}) };
	}
	if (types.has('integer') && types.has('number')) return { type: 'number' };
	return { type: [...types][0] };
}

/** All names that the tables of fields hold, and those that the package adds to any record. */
const isKnown = shownFields(undefined);
const inTables = new Set(Object.values(FIELDS).flatMap((fields) => fields.map(({ name }) => name)));

/**
 * The preview of an operation's records: its fields are those of the tables, their types those of the values. A field that no
 * table has is in no preview, which the test then names.
 */
export function describeRecords(records: readonly IDataObject[]): Preview {
	const { properties = {}, ...preview } = describeValues([...records]);
	const known = Object.entries(properties).filter(([name]) => inTables.has(name) || isKnown(name));
	return { ...preview, properties: Object.fromEntries(known) };
}

/** What is in a value and not in its preview, or of another type there; empty when it fits. */
export function misfits(value: unknown, preview: Preview | undefined, path = '$'): string[] {
	if (preview === undefined) return [`${path} is not in the preview`];
	const type = typeOf(value);
	if (type === 'null') return [];
	if (type !== preview.type && !(type === 'integer' && preview.type === 'number'))
		return [`${path} is ${String(preview.type)} in the preview and ${type} in fact`];
	if (Array.isArray(value)) return value.flatMap((entry, index) => misfits(entry, preview.items, `${path}[${index}]`));
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) =>
		misfits(entry, preview.properties?.[name], `${path}.${name}`),
	);
}

/** What a preview promises and none of the values has, at any depth; empty when it keeps its word. */
export function unkept(values: readonly unknown[], { properties = {}, items }: Preview, path = '$'): string[] {
	if (items !== undefined) return unkept(values.filter(Array.isArray).flat(), items, `${path}[]`);
	const records = values.filter((value): value is IDataObject => typeOf(value) === 'object');
	return Object.entries(properties).flatMap(([name, preview]) => {
		const holding = records.filter((record) => name in record);
		if (holding.length === 0) return [`${path}.${name} is in the preview, and nowhere in fact`];
		return unkept(
			holding.map((record) => record[name]),
			preview,
			`${path}.${name}`,
		);
	});
}

/** Runs every operation once and returns what it put out, by its id. */
export async function observeAll(bench: Bench): Promise<Map<string, IDataObject[]>> {
	const seen = new Map<string, IDataObject[]>();
	const run = async (id: string, changes: IDataObject = {}, items?: RunOptions['items']): Promise<IDataObject[]> => {
		const operation = everyOperation.find((candidate) => candidate.id === id);
		if (operation === undefined) throw new Error(id);
		const records = await bench.ok(operation.key, { ...operation.parameters, ...changes }, { items });
		seen.set(id, records);
		return records;
	};
	const first = (records: IDataObject[]): IDataObject => records[0] ?? {};
	const all = { returnAll: true };
	const timesheets = await run('timesheet.getAll', all);
	const approved = timesheets.filter(({ approvedBy }) => approvedBy !== null);
	await run('timesheet.get', { timesheetId: String(approved[0]?.timesheetId) });
	// Of several: not every timesheet has allowances.
	const some = approved.slice(0, 60).map((json) => ({ json }));
	await run('timesheet.getRates', { timesheetId: '={{ $json.timesheetId }}' }, some);
	const { incidentReportId } = first(await run('incidentReport.getAll', all));
	await run('incidentReport.get', { incidentReportId: String(incidentReportId) });
	const logins = await run('loginAudit.getAll', all);
	await run('loginAudit.getRecent', { userId: String(logins.find(({ userId }) => userId !== null)?.userId) });
	await run('staff.getByEmail', { email: first(await run('staff.getAll', all)).email });
	await run('securityLicence.upsert', {
		licenses: { licence: [{ licenseNumber: 'PREVIEW', stateCode: 'NSW', expiryDate: '2027-03-31' }] },
	});
	await run('staff.create', {
		additionalFields: { mobile: '1', gender: 'Female', middleName: 'M', employeeId: 'E1', employeeReferenceNumber: 7 },
	});
	await run('staff.update');
	await run('staff.upsert', {
		firstName: '',
		lastName: '',
		email: first(seen.get('staff.create') ?? []).email,
		additionalFields: { mobile: '3', city: 'Sydney' },
	});
	const subscriberId = String(first(await run('webhookSubscriber.create')).id);
	await run('webhookSubscriber.update', { subscriberId });
	const subscriptionId = String(first(await run('webhookSubscription.create', { subscriberId })).id);
	await run('webhookSubscription.update', { subscriptionId });
	await run('webhookSubscription.getAll', { subscriberId });
	// Lists, and whatever else needs nothing that another operation brings.
	for (const { id } of everyOperation) if (!seen.has(id) && id !== 'customRequest.send') await run(id, all);
	return seen;
}
