import type { INodeProperties } from 'n8n-workflow';
import { isBlank } from '../../contract';
import { collection, flag, inputError } from '../../form/item';
import type { OperationItem } from '../../operations/types';

/** Options of Create or Update that show a run before it writes, or stop it from writing too much. */
export interface Safeguards {
	previewOnly: boolean;
	/** How many rows may be created or changed; undefined for no limit. */
	limit: number | undefined;
	reportMissing: boolean;
}

const PREVIEW_ONLY = 'Preview Only';
const STOP_IF_MORE_THAN = 'Stop If More Than';
const REPORT_MISSING = 'Report Who Is Not in the Data';

export const safeguardOptions: INodeProperties[] = [
	{
		displayName: PREVIEW_ONLY,
		name: 'previewOnly',
		type: 'boolean',
		default: false,
		description:
			'Whether to only say what a run would do. Nothing is written; each item says what would be created or changed, and from what.',
		builderHint: {
			propertyHint:
				'Set to true for a first run over a new sheet, so that people can read what would change; a run without it then writes just that.',
		},
	},
	{
		displayName: REPORT_MISSING,
		name: 'reportMissing',
		type: 'boolean',
		default: false,
		description:
			'Whether to add active employees in no row as “notInData” items. Not in a loop: each round sees some rows only. No endpoint deactivates anybody.',
	},
	{
		displayName: STOP_IF_MORE_THAN,
		name: 'stopIfMoreThan',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Write nothing if more rows than this would be created or changed; 0 is no limit. Fields that can’t be compared count as changed.',
	},
];

function writeLimit(item: OperationItem, value: unknown): number | undefined {
	if (isBlank(value)) return undefined;
	const limit = typeof value === 'boolean' ? Number.NaN : Number(value);
	if (!Number.isSafeInteger(limit) || limit < 0) {
		throw inputError(
			item,
			`“${STOP_IF_MORE_THAN}” must be a whole number of 0 or more`,
			`It is “${String(value).slice(0, 80)}”. 0 stands for no limit.`,
		);
	}
	return limit === 0 ? undefined : limit;
}

/** The safeguards of a run, read from its first item. */
export function safeguardsOf(item: OperationItem): Safeguards {
	const options = collection(item, 'options');
	return {
		previewOnly: flag(item, options.previewOnly, PREVIEW_ONLY),
		limit: writeLimit(item, options.stopIfMoreThan),
		reportMissing: flag(item, options.reportMissing, REPORT_MISSING),
	};
}
