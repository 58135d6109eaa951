import { NodeOperationError } from 'n8n-workflow';
import { isBlank } from '../../contract';
import type { OperationItem } from '../../operations/types';
import type { LicencePlan } from './licencePlan';
import type { Safeguards } from './safeguards';
import { isUpdate, type Planned } from './upsertPlan';

/** How many people an error names. */
const MOST_NAMED = 10;

/** Longer values of a sheet are cut off in an error. */
const LONGEST_VALUE = 60;

/** What a run would write: rows that create somebody, rows that change somebody, and all others. */
interface Extent {
	created: Planned[];
	changed: Planned[];
	unchanged: Planned[];
}

type Licences = ReadonlyMap<Planned, LicencePlan>;

const writesLicence = (plan: LicencePlan | undefined): boolean =>
	plan !== undefined && !('error' in plan) && plan.action !== 'unchanged';

/** Classifies the rows by what they would write. Writing a licence counts as changing its employee. */
export function extentOf(planned: readonly Planned[], licences: Licences): Extent {
	const extent: Extent = { created: [], changed: [], unchanged: [] };
	for (const row of planned) {
		const changes = row.step.action === 'update' || writesLicence(licences.get(row));
		if (row.step.action === 'create') extent.created.push(row);
		else (changes ? extent.changed : extent.unchanged).push(row);
	}
	return extent;
}

const isIncomparable = (row: Planned): boolean => isUpdate(row) && row.step.difference.changed.length === 0;

/** What a row would do, in a word or two. */
function newsOf(row: Planned): string {
	if (row.step.action === 'create') return 'new';
	if (!isUpdate(row)) return 'licence';
	const { changed, unknown } = row.step.difference;
	return changed.length > 0 ? changed.join(', ') : `${unknown.join(', ')}: can’t be compared`;
}

function personInWords({ person: { body, id }, step }: Planned): string {
	const record = step.action === 'create' ? {} : step.record;
	const of = (field: string): string => {
		const value = isBlank(record[field]) ? body[field] : record[field];
		return isBlank(value) ? '' : String(value).slice(0, LONGEST_VALUE);
	};
	const name = [of('firstName'), of('lastName')].filter((part) => part !== '').join(' ');
	const parts = [name, of('email')].filter((part) => part !== '');
	return parts.length === 0 ? `ID ${String(id)}` : parts.join(', ');
}

const count = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'}`;

/** The error of a run that would write more rows than the limit, before it writes any; undefined within the limit. */
export function limitError(
	{ node }: OperationItem,
	{ created, changed }: Extent,
	{ limit }: Safeguards,
): NodeOperationError | undefined {
	const rows = [...created, ...changed];
	if (limit === undefined || rows.length <= limit) return undefined;
	const named = rows.slice(0, MOST_NAMED).map((row) => `${personInWords(row)} (${newsOf(row)})`);
	const open = changed.filter(isIncomparable).length;
	const description = [
		rows.length > MOST_NAMED ? `The first ${MOST_NAMED}: ${named.join('; ')}.` : `They are: ${named.join('; ')}.`,
		open > 0
			? `${open} of the changes are fields that can’t be compared, which are written each time: leave their columns out, or count them in.`
			: '',
		'Look at all of them with “Preview Only”. If they are right, raise the number, or set it to 0 for this run.',
	];
	return new NodeOperationError(
		node,
		`Nothing was written: ${count(created.length)} would be created and ${changed.length} changed, more than the ${limit} of “Stop If More Than”`,
		{ description: description.filter((part) => part !== '').join(' ') },
	);
}

/** The hint above the items of a preview. */
export function previewHint({ created, changed, unchanged }: Extent, limit: Error | undefined): string {
	const counts = `create ${created.length}, change ${changed.length} and leave ${unchanged.length} as they are`;
	const words = `A preview: nothing was written. Of the rows without an error a run would ${counts}.`;
	return limit === undefined
		? words
		: `${words} But it would stop before it writes anything, because that is more than “Stop If More Than” allows.`;
}
