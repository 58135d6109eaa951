import { FIELDS } from '../../contract';
import { addedSwitch } from '../../form/fields';
import { attachFiles, largestFileOption } from '../../operations/attachFiles';
import { listOperation } from '../../operations/list';
import { LIVE_PERIOD, periodFields, readPeriod } from '../../form/period';
import { shiftFilters } from '../../form/listFilters';
import { sumsOfAdded } from '../../operations/counts';
import { addTimingsOption, graceMinutesOption, SUMMED_TIMINGS, withTimings } from './timings';

const photosOption = addedSwitch({
	displayName: 'Download Photos',
	name: 'downloadPhotos',
	description:
		'Whether to download photos and signatures, as files in “inPhoto”, “outPhoto”, “inSignature” and “outSignature”',
});

export const getAll = listOperation({
	endpoint: 'liveOperation.getAll',
	action: 'Get many live operations (shifts)',
	description: 'Retrieve shifts with clock-in status, location, welfare checks and licences',
	fields: periodFields(LIVE_PERIOD),
	filters: [
		...shiftFilters,
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Clocked In', value: 'CLOCKED IN' },
				{ name: 'Clocked Out', value: 'CLOCKED OUT' },
				{ name: 'Not Clocked In', value: 'NOT CLOCKED IN' },
				{ name: 'Scheduled', value: 'SCHEDULED' },
			],
			default: 'CLOCKED IN',
			// Values from expressions are sent as they are.
			allowArbitraryValues: true,
			description:
				'Only shifts with this status. Only CLOCKED IN is documented; the rest are assumed. For other statuses, use an expression.',
		},
	],
	options: [addTimingsOption.field, photosOption.field, graceMinutesOption.field, largestFileOption.field],
	records: FIELDS.liveOperation,
	counting: {
		by: ['customer', 'site', 'guard', 'status', 'day'],
		guard: { names: ['name'], ids: [], unshown: ['email', 'mobile'] },
		status: ({ status }) => status,
		starts: ['startTime'],
		sums: sumsOfAdded(SUMMED_TIMINGS),
	},
	query: (item) => readPeriod(item, LIVE_PERIOD),
	finish: withTimings(
		attachFiles(photosOption, {
			inPhotoUrl: 'inPhoto',
			outPhotoUrl: 'outPhoto',
			inSignatureUrl: 'inSignature',
			outSignatureUrl: 'outSignature',
		}),
	),
});
