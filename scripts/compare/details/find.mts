// Finds values for Service Details by reading only, with one key.
import type { PackageContract } from '../../docs/sources.mts';
import { requiredDates } from '../plan.mts';
import type { Reading } from '../readings.mts';
import { type Asked, type Finding, inTurn, only, type Row, rowsOf } from './finding.mts';
import { findIds, findStatuses, findTake, findTimesUtc } from './others.mts';
import { findAnswerFields, findReportChanges, findTemplates } from './reports.mts';
import { findEmailParameter, findLicenceParameter } from './staff.mts';
import { findBreakUnit, findLineFields, findTimesheetChanges } from './timesheets.mts';

type Known = keyof PackageContract['endpoints'];

/** For lists without a next-page field, asks one of them for rows after its last row. */
function findListEnd(readings: readonly Reading[]): Finding[] {
	const tried = readings.flatMap(({ goesOn }) => goesOn ?? []);
	const value = only([...new Set(tried)]);
	if (value === undefined) return [];
	const how = value
		? 'a page that named no next page was followed by more rows'
		: 'no list without a next-page field had rows after its last one';
	return [{ place: 'listEnd', value: value ? 'lastRow' : 'unsaid', how }];
}

export async function findDetails(
	contract: PackageContract,
	service: Asked & { keyType: string; audited: boolean },
	twin: Asked,
	readings: readonly Reading[],
): Promise<Finding[]> {
	const list = async (of: Known, query: Record<string, string> = {}, from: Asked = service): Promise<Row[]> => {
		const endpoint = contract.endpoints[of];
		return (await rowsOf(contract, from, endpoint.path, { ...requiredDates(endpoint), ...query })) ?? [];
	};
	const findings = findIds(await list('customer.getAll'), await list('site.getAll'));
	if (service.audited) {
		findings.push(...(await findTake(contract, service, await list('loginAudit.getAll', { pageSize: '100' }))));
	}
	switch (service.keyType) {
		case 'developer': {
			const staff = await list('staff.getAll', { limit: '50' });
			findings.push(...(await findEmailParameter(contract, service, staff)));
			findings.push(...(await findLicenceParameter(contract, service, staff)));
			break;
		}
		case 'incidentreport': {
			const approved = await list('incidentReport.getAll', { isApproved: 'true', limit: '50' });
			const ids = new Set(approved.map(({ incidentReportId }) => incidentReportId));
			const others = (await list('incidentReport.getAll', { limit: '100' })).filter(
				({ incidentReportId }) => !ids.has(incidentReportId),
			);
			const reports = [...approved, ...others];
			findings.push(...(await findTemplates(contract, service, reports)));
			findings.push(...(await findAnswerFields(contract, service, reports)));
			findings.push(...findReportChanges(approved, others));
			break;
		}
		case 'timesheet': {
			const statuses = ['Approved', 'Pending', 'Rejected'];
			const lists = await inTurn(statuses, (status) => list('timesheet.getAll', { status, limit: '50' }));
			const byStatus = Object.fromEntries(statuses.map((status, at) => [status, lists[at] ?? []]));
			const all = lists.flat();
			findings.push(...(await findLineFields(contract, service, all)));
			findings.push(...findTimesheetChanges(byStatus, await list('timesheet.getAll', { limit: '50' }, twin)));
			findings.push(...findBreakUnit(all));
			break;
		}
		case 'liveops':
			{
				const shifts = await list('liveOperation.getAll');
				findings.push(...findTimesUtc(shifts), ...findStatuses(contract, shifts));
			}
			break;
	}
	if (readings.some(({ choice, value }) => choice === 'total' && value === 'everything')) {
		findings.push({
			place: 'totals',
			value: 'ignore',
			how: 'the total of a filtered list is larger than the list',
		});
	}
	findings.push(...findListEnd(readings));
	// Values that the credential wouldn't accept aren't printed.
	return findings.filter(({ place, value }) => {
		if (value === undefined) return true;
		const path = place.split('.');
		const alone = path.reduceRight<unknown>((inside, part) => ({ [part]: inside }), value);
		return 'details' in contract.readServiceDetails(alone);
	});
}
