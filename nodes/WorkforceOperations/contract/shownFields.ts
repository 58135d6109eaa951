import { LIKELY_NAMES } from './likelyNames';
import type { ServiceDetails } from './serviceDetails';
import type { Source } from './types';

/*
 * What an AI agent may see of each kind of record without Contact Details: ids, names, numbers at work, sites, times, states,
 * and what was said. All other fields stay away from it, nested ones too, whatever the service adds one day. Left out on
 * purpose: mobiles, e-mail and private addresses, dates of birth, emergency contacts, coordinates, IP addresses, links, and the
 * secrets and addresses of webhooks.
 */

/** Fields by the source of their names; `own` are those that the package adds. */
type Listed = Partial<Record<Source | 'own', string>>;

const LICENCE: Listed = {
	documented: `securityLicenseId employeeId firstName lastName state licenseNumber status expiryDate reminder critical
		licenceSector isInvalidLicense employeeSecurityLicenseInfo employeeSecurityLicenseId currentStatus licenseId stateCode
		licenseType`,
	own: `licences licenses licenceId licenceNumber licenceType licenceState licenceStatus expiryDay daysLeft isInvalid`,
};

const SITE_PARTS = 'Name Address City State Country PostCode ApiReferenceNumber'.split(' ');

const placeOf = (prefix: string): string => SITE_PARTS.map((part) => prefix + part).join(' ');

const LISTED: Readonly<Record<string, Listed | readonly Listed[]>> = {
	apiKey: {
		own: `field valid reason keyType companyId customerIds siteIds scopes region host tokenEndsAt opens doesNotOpen`,
	},
	customer: {
		assumed: 'id customerId name customerName abbreviation apiReferenceNumber customerApiId isActive status',
	},
	formTemplate: {
		documented: 'formName',
		assumed:
			'id formTemplateId name title description category version isActive isArchived status dateCreated modifiedDate',
	},
	incidentReport: {
		documented: `incidentReportId formName customerName customerApiReferenceNumber siteType ${placeOf('site')}
			${placeOf('patrolSite')} staffName licenseNumber reportId submittedByName modifiedByName dateCreated submittedDate
			modifiedDate previousIncidentReportId incidentReportDetail incidentReportDetailId
			parentIncidentReportDetailAnswerId parentIncidentReportDetailId setNumber isNeedAction actionDescription
			incidentReportQuestion incidentReportDetailAnswers`,
		published: `companyName staffId reportName submittedBy isApproved isEnableToShowInCustomerPortal status
			isActionRequired modifiedBy isModified`,
		assumed: `id customerId siteId patrolSiteId incidentReportQuestionId incidentReportDetailAnswerId questionType
			isMandatory timeZone siteTimeZone ${[...LIKELY_NAMES.question, ...LIKELY_NAMES.answer, ...LIKELY_NAMES.fileName].join(' ')}`,
		own: 'answers html',
	},
	liveOperation: [
		{
			documented: `companyName name siteName customerName subcontractorName startTime endTime timeIn timeOut startTimeTZ
				endTimeTZ timeInTZ timeOutTZ status statusText eventID calledAt calledBy entryTypeID publishedShiftID shiftId
				isClockInOffSite isClockOutOffSite calledByFullName inEnteredByFullName outEnteredByFullName sitePositionName
				welfareCheckResponses welfareCheckNotifResponses timesheetEntryId welfareCheckId dateSent hasResponse type
				parentWelfareCheckId managerCheck managerEmployee followUps`,
			assumed: 'siteId customerId timeZone siteTimeZone note action followedUpAt',
			own: `minutesLate minutesLeftEarly hoursPlanned hoursWorked onTime onTimePercent offSite noShow lateCount
				noShowCount unansweredChecks localDate localStart localEnd`,
		},
		LICENCE,
	],
	loginAudit: {
		documented: 'occurredUtc',
		published: 'id userId companyId appType eventType failureReason',
		own: 'eventName',
	},
	securityLicence: LICENCE,
	site: {
		assumed: `id siteId name siteName abbreviation customerId customerName parentSiteId siteType apiReferenceNumber
			siteApiId address city state postCode country timeZone isActive status`,
	},
	staff: [
		{
			documented: `id firstName lastName middle middleName knownAsFirstName knownAsLastName employeeId accessPriviledge
				subcontractorName employeeReferenceNumber startDate`,
			assumed: 'isActive status',
			own: `employee employees of changed notCompared changes foundBy licenceAction licenceError`,
		},
		LICENCE,
	],
	timesheet: {
		published: `timesheetId customerName customerApiId siteName siteApiId staffId staffName employeeId
			employeeReferenceNumber subcontractorCompany entryType position service paygroup timeclockStartTime
			timeclockBreakStartTime timeclockBreakEndTime timeclockEndTime staffSubmittedTimesheetTimes payStartTime payEndTime
			payBreakTime invoiceStartTime invoiceEndTime invoiceBreakTime notes allowances approvedBy approvedDateTime
			customerApprovalStatus customerApprover customerApprovedDateTime lock scheduleNotes`,
		documented: 'scheduledStartTime scheduledEndTime payRate serviceRate',
		assumed: `id customerId siteId startTime endTime submittedDateTime note notes text comment createdBy status isApproved
			currency unit timeZone siteTimeZone ${(['name', 'code', 'quantity', 'rate', 'amount'] as const)
				.map((what) => LIKELY_NAMES[what].join(' '))
				.join(' ')}`,
		own: `hoursScheduled hoursClocked hoursPaid hoursInvoiced breakClocked breakPaid breakInvoiced netPaid netInvoiced
			paidOverScheduled clockedNotPaid paidNotInvoiced breakDiffers clientApproval localDate localStart localEnd allowance
			lineNumber lineKey side kind date details components rates check lines doubts`,
	},
	webhookSubscriber: {
		documented: 'id companyId createdDateTime modifiedDateTime',
		assumed: 'isActive',
		own: 'subscriberId',
	},
	webhookSubscription: {
		documented: 'subscriberId event eventType',
		published: 'id webhookSubscriberEventFilterId isActive createdDateTime modifiedDateTime',
		own: 'subscriptionId',
	},
};

/** Fields that the package adds to records of any kind, or that stand in its rows of counts and in items that are no record. */
const ANYWHERE = `count day staffName staffId status error message httpCode code traceId downloadError ratesError licencesError action created updated saved success
	data answer fileName records columns bytes requests complete reason doubts`;

const split = (names: string): string[] => names.split(/\s+/).filter((name) => name !== '');

/** A field whose own fields are named by people, by the kind of record: answers by their questions, allowances by their names. */
export const NAMED_BY_PEOPLE: Readonly<Record<string, string>> = { incidentReport: 'answer', timesheet: 'allowance' };

/** The names that Service Details give to what is on the list. */
const namesIn = (value: unknown): string[] =>
	typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [String(value ?? '')];

/**
 * Whether an agent may see a field of a kind of record without Contact Details, in any letter case. Without a kind: of any.
 */
export function shownFields(
	kind: string | undefined,
	{ answerFields, lineFields, changeFields, customerId, siteId, formTemplateId, stateField }: ServiceDetails = {},
): (name: string) => boolean {
	const answers = { ...answerFields, fileLink: undefined };
	const told = namesIn([
		kind === 'incidentReport' ? answers : {},
		kind === 'timesheet' ? lineFields : {},
		...[changeFields, customerId, siteId, formTemplateId, stateField],
	]);
	const kinds = kind === undefined ? Object.values(LISTED) : [LISTED[kind] ?? {}];
	const listed = kinds.flat().flatMap((of: Listed) => Object.values(of).flatMap(split));
	const names = new Set(
		[...listed, ...split(ANYWHERE), ...told].map((name) => name.toLowerCase()).filter((name) => name !== ''),
	);
	// An amount that is added up says of which currency it is.
	return (name) => names.has(name.replace(/(?<=Amount) [A-Z]{3}$/, '').toLowerCase());
}
