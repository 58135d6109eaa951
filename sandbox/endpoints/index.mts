import { listLoginAudit, listRecentLoginAudit } from './audit.mts';
import type { Handler } from './call.mts';
import {
	getIncidentReport,
	listFormTemplates,
	listIncidentReports,
	listIncidentReportsByFormTemplate,
} from './incidents.mts';
import { listLiveOperations } from './live.mts';
import { listCustomers, listSites } from './places.mts';
import { createStaff, listLicences, listStaff, searchStaff, updateStaff, upsertLicences } from './staff.mts';
import { getTimesheet, getTimesheetRates, listTimesheets } from './timesheets.mts';
import {
	createSubscriber,
	createSubscription,
	listSubscriptions,
	updateSubscriber,
	updateSubscription,
} from './webhooks.mts';

/** The handlers by operationId. The token exchange is separate, because it has no caller. */
export const handlers: Readonly<Record<string, Handler>> = {
	listCustomers,
	listSites,
	listTimesheets,
	getTimesheet,
	getTimesheetRates,
	createSubscriber,
	updateSubscriber,
	listSubscriptions,
	createSubscription,
	updateSubscription,
	listIncidentReports,
	getIncidentReport,
	listIncidentReportsByFormTemplate,
	listFormTemplates,
	listLiveOperations,
	listStaff,
	searchStaff,
	createStaff,
	updateStaff,
	listLicences,
	upsertLicences,
	listLoginAudit,
	listRecentLoginAudit,
};
