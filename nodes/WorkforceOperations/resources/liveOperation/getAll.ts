import type { IDataObject } from 'n8n-workflow';
import { isBlank, LIVE_WINDOW_HOURS } from '../../contract';
import { clock } from '../../transport/clock';
import { attachFiles } from '../../operations/attachFiles';
import { largestFileOption } from '../../form/largestFile';
import { listOperation } from '../../operations/list';
import { END_HINT } from '../../form/dates';
import { customerFilter, siteFilter } from '../../form/locators';
import { SIMPLE_SHIFT } from '../../form/fieldSelection';
import { inputError } from '../../form/item';
import { dateField, textField } from '../../form/fields';
import type { OperationItem } from '../../operations/types';
import { addTimingsOption, graceMinutesOption, withTimings } from './timings';

const HOUR_MS = 3_600_000;

/** Both dates or neither; the service's own window is written out, so that it can't move between two pages. */
function window(item: OperationItem, { startDate, endDate }: IDataObject): IDataObject {
	const [start, end] = [startDate, endDate].map((value) => !isBlank(value));
	if (start !== end) {
		throw inputError(
			item,
			`“${start ? 'End Date' : 'Start Date'}” is empty`,
			'Live operations take both dates or neither: with one of them the service would fall back to its own window.',
		);
	}
	if (start) return { startDate, endDate };
	const now = clock.date();
	return {
		startDate: new Date(now - LIVE_WINDOW_HOURS * HOUR_MS).toISOString(),
		endDate: new Date(now + LIVE_WINDOW_HOURS * HOUR_MS).toISOString(),
	};
}

export const getAll = listOperation({
	endpoint: 'liveOperation.getAll',
	action: 'Get many live operations',
	description:
		'Retrieve who is on shift where: clock-in status, location, welfare checks and licences. Without dates, from 17 hours ago to 17 hours ahead.',
	filters: [
		customerFilter('Only shifts at this customer'),
		textField('Customer Name', 'customerName', 'Only shifts at the customer of this name'),
		{ ...dateField('End Date', 'endDate', 'The last moment to include; add a start date as well'), hint: END_HINT },
		textField('Full Name', 'fullName', 'Only shifts of the employee with this name'),
		textField('Search Text', 'searchText', 'Text to look for'),
		siteFilter('Only shifts at this site'),
		textField('Site Name', 'siteName', 'Only shifts at the site of this name'),
		dateField('Start Date', 'startDate', 'The first moment to include; add an end date as well'),
		textField('Status', 'status', 'Only shifts with this status, as the service writes it', 'e.g. CLOCKED IN'),
		textField('Subcontractor Name', 'subcontractorName', 'Only shifts of this subcontractor'),
	],
	options: [
		addTimingsOption,
		{
			displayName: 'Download Photos',
			name: 'downloadPhotos',
			type: 'boolean',
			default: false,
			description:
				'Whether to fetch photos and signatures into the binary fields “inPhoto”, “outPhoto”, “inSignature” and “outSignature”',
		},
		graceMinutesOption,
		largestFileOption,
	],
	simple: SIMPLE_SHIFT,
	query: window,
	finish: withTimings(
		attachFiles('downloadPhotos', {
			inPhotoUrl: 'inPhoto',
			outPhotoUrl: 'outPhoto',
			inSignatureUrl: 'inSignature',
			outSignatureUrl: 'outSignature',
		}),
	),
});
