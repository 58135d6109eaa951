import { type IDataObject, type INodeProperties, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { endpoints, isBlank, type JsonObject, usableId } from '../../contract';
import { flag, inputError, type Item } from '../../form/item';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import type { Finish, OperationItem, Outcome } from '../../operations/types';
import { settle, collect, isKind, OutageDetector } from '../../transport';
import { clock } from '../../transport/clock';
import { licenceColumns, NO_LICENCE } from './licenceColumns';

export const licenceOptions: INodeProperties[] = [
	{
		displayName: 'Include Licences',
		name: 'includeLicences',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the security licences of each employee, for a register. It costs one more request for each: about 60 employees a minute.',
		builderHint: {
			propertyHint:
				"Set to true where licences of many employees are asked for, with options.rows 'licence' for one row a licence. It takes the place of a loop over Security Licence, Get Many.",
		},
	},
	{
		displayName: 'Rows',
		name: 'rows',
		type: 'options',
		options: [
			{ name: 'One per Employee', value: 'employee', description: 'With “licences” as a list' },
			{
				name: 'One per Licence',
				value: 'licence',
				description: 'For a sheet: the licence’s fields beside the employee’s. Who has none is one row.',
			},
		],
		default: 'employee',
		description: 'What a row of the licence register is. One per Licence includes the licences by itself.',
	},
];

const ROWS = ['employee', 'licence'] as const;

type Rows = (typeof ROWS)[number];

function rowsOf(item: Item, value: unknown): Rows {
	if (isBlank(value)) return 'employee';
	const rows = ROWS.find((one) => one === value);
	if (rows !== undefined) return rows;
	throw inputError(item, '“Rows” must be employee or licence', `It is “${String(value).slice(0, 80)}”.`);
}

async function licencesOf(item: OperationItem, employee: IDataObject): Promise<JsonObject[]> {
	const id = usableId(employee.id);
	if (id === undefined) {
		throw inputError(
			item,
			'The service returned an employee without an ID',
			'The licences can’t be asked for. Look at the employees without Include Licences.',
		);
	}
	const { records, incomplete } = await collect(item.connection, {
		endpoint: endpoints['securityLicence.getAll'],
		path: { id: String(id) },
		itemIndex: item.itemIndex,
	});
	item.hints.read(incomplete);
	return records;
}

/** The same error, which says whose licences it is about. */
function named(error: unknown, { id }: IDataObject): unknown {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		const whose = isBlank(id) ? 'an employee without ID' : `the employee with the ID ${String(id).slice(0, 80)}`;
		error.message = `The licences of ${whose} could not be read: ${error.message}`;
		error.description = [
			error.description,
			'With On Error set to Continue the other employees come all the same, and this one says so in “licencesError”.',
		]
			.filter((part) => !isBlank(part))
			.join(' ');
	}
	return error;
}

/** What becomes of an employee in the chosen rows; `error` where nobody knows the licences. */
function outcomesOf(rows: Rows, item: Item, employee: IDataObject, licences: JsonObject[], error?: string): Outcome[] {
	const failed = error === undefined ? {} : { licencesError: error };
	if (rows === 'employee') {
		const list = error === undefined ? (licences as IDataObject[]) : null;
		return [{ json: employee, added: { licences: list, ...failed } }];
	}
	if (licences.length === 0) return [{ json: employee, added: { ...NO_LICENCE, ...failed } }];
	const now = clock.date();
	return licences.map((licence) => ({ json: employee, added: licenceColumns(licence, now, item.timeZone) }));
}

const NOT_ASKED = 'Not asked for, because the service had not answered for a minute';

/**
 * `options.includeLicences` and `options.rows`: one request for each employee, side by side within the budget, in the order
 * of the list. With Continue On Fail a service that has gone away is not asked for hundreds of others, each several times.
 */
export const includeLicences: Finish = (item, options) => {
	const rows = rowsOf(item, options.rows);
	if (!flag(item, options.includeLicences, 'Include Licences') && rows === 'employee') return undefined;
	const keepGoing = item.context.continueOnFail();
	return async (employees) => {
		const silence = new OutageDetector();
		let [notAsked, lastWords] = [0, ''];
		const one = async (employee: IDataObject): Promise<Outcome[]> => {
			if (silence.lasts) {
				notAsked++;
				return outcomesOf(rows, item, employee, [], `${NOT_ASKED}: ${lastWords}`);
			}
			const tried = await settle(licencesOf(item, employee));
			silence.note(tried);
			if ('result' in tried) return outcomesOf(rows, item, employee, tried.result);
			if (!keepGoing || isKind(tried.error, 'stopped')) throw named(tried.error, employee);
			lastWords = tried.error instanceof Error ? tried.error.message : 'They could not be read';
			return outcomesOf(rows, item, employee, [], lastWords);
		};
		const outcomes = await runItems(
			employees.length,
			READS_AT_ONCE,
			async (index) => await one(employees[index] ?? {}),
		);
		if (notAsked > 0)
			item.hints.say(
				`The licences of ${notAsked} of ${employees.length} employees were not asked for: the service had stopped answering. Their “licencesError” says so; run it again for them.`,
				'warning',
			);
		return outcomes.flat();
	};
};
