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

// Those that only *Output Fields* offers, to people.

const PLACE_PARTS = ['Address', 'City', 'State', 'Country', 'PostCode', 'ApiReferenceNumber'] as const;

const PATROL_SITE_FIELDS = ['patrolSiteName', ...PLACE_PARTS.map((part) => `patrolSite${part}`)];

const SITE_OF_REPORT_FIELDS = ['siteType', ...PLACE_PARTS.map((part) => `site${part}`)];

export const TIMESHEET_REST = [
	'customerApiId',
	'siteApiId',
	'email',
	'mobile',
	'clockInCoordinates',
	'clockOutCoordinates',
	'timeclockBreakStartTime',
	'timeclockBreakEndTime',
	'staffSubmittedTimesheetTimes',
	'customerApprover',
	'customerApprovedDateTime',
	'lock',
	'scheduleNotes',
] as const;

/** Fields of records that the service’s samples leave out, and that it is likely to have. */
export const TIMESHEET_ASSUMED = ['status'] as const;

export const SITE_ASSUMED = ['apiReferenceNumber'] as const;

export const RATE_FIELDS = ['payRate', 'serviceRate', 'allowances'] as const;

/** What a rate is likely to hold: the service shows none of it. */
export const RATE_PARTS: readonly string[] = ['payRate', 'serviceRate'].flatMap((rate) =>
	['name', 'hours', 'hourlyRate', 'amount', 'currency'].map((part) => `${rate}.${part}`),
);

export const SHIFT_REST = [
	'companyName',
	'entryTypeID',
	'publishedShiftID',
	'eventID',
	'inLatitude',
	'inLongitude',
	'outLatitude',
	'outLongitude',
	'inPhotoUrl',
	'outPhotoUrl',
	'inSignatureUrl',
	'outSignatureUrl',
	'inEnteredByFullName',
	'outEnteredByFullName',
	'calledAt',
	'calledBy',
	'calledByFullName',
	'welfareCheckNotifResponses',
] as const;

export const REPORT_REST: readonly string[] = [
	'companyName',
	'customerApiReferenceNumber',
	...SITE_OF_REPORT_FIELDS,
	...PATROL_SITE_FIELDS,
	'submittedBy',
	'modifiedBy',
	'isModified',
	'isEnableToShowInCustomerPortal',
	'previousIncidentReportId',
	'latitude',
	'longitude',
	'geoStampAccuracy',
];

export const REPORT_DETAIL_REST: readonly string[] = [
	'customerApiReferenceNumber',
	...SITE_OF_REPORT_FIELDS,
	...PATROL_SITE_FIELDS,
	'previousIncidentReportId',
];

export const LICENCE_REST: readonly string[] = [
	'employeeSecurityLicenseInfo',
	...['employeeSecurityLicenseId', 'currentStatus', 'expiryDate', 'licenceSector'].map(
		(part) => `employeeSecurityLicenseInfo.${part}`,
	),
];

export const STAFF_REST = ['accessPriviledge'] as const;

export const LOGIN_FIELDS = [
	'id',
	'userId',
	'companyId',
	'appType',
	'eventType',
	'eventName',
	'emailAttempted',
	'ipAddress',
	'userAgent',
	'failureReason',
	'occurredUtc',
] as const;

export const SUBSCRIPTION_FIELDS = [
	'id',
	'webhookSubscriberEventFilterId',
	'event',
	'eventType',
	'uri',
	'isActive',
	'createdDateTime',
	'modifiedDateTime',
] as const;
