// Fields of the service's published samples that Simplify leaves out: what can be chosen for an AI model. Fields that tell where
// a guard was, or whom to call, have to be chosen explicitly.

export const TIMESHEET_FIELDS = [
	'employeeReferenceNumber',
	'subcontractorCompany',
	'entryType',
	'position',
	'service',
	'paygroup',
	'scheduledStartTime',
	'scheduledEndTime',
	'timeclockStartTime',
	'timeclockEndTime',
	'invoiceStartTime',
	'invoiceEndTime',
	'invoiceBreakTime',
	'notes',
	'allowances',
	'approvedBy',
	'customerApprovalStatus',
] as const;

export const SHIFT_FIELDS = [
	'subcontractorName',
	'sitePositionName',
	'startTimeTZ',
	'endTimeTZ',
	'timeInTZ',
	'timeOutTZ',
	'statusText',
	'address',
	'email',
	'isClockInOffSite',
	'isClockOutOffSite',
	'licenses',
	'welfareCheckResponses',
] as const;

export const REPORT_FIELDS = [
	'siteAddress',
	'siteCity',
	'siteState',
	'patrolSiteName',
	'staffId',
	'staffName',
	'licenseNumber',
	'isActionRequired',
	'dateCreated',
	'modifiedByName',
	'modifiedDate',
] as const;

export const REPORT_DETAIL_FIELDS = [
	'answers',
	'siteAddress',
	'siteCity',
	'siteState',
	'licenseNumber',
	'modifiedByName',
	'modifiedDate',
] as const;

export const LICENCE_FIELDS = ['reminder', 'critical', 'attachmentLink'] as const;

export const STAFF_FIELDS = ['middle', 'gender'] as const;

export const SITE_FIELDS = ['abbreviation', 'siteType', 'parentSiteId', 'latitude', 'longitude', 'timeZone'] as const;
