import type { ServiceDetails } from './serviceDetails';

/*
 * The only list of the fields of each kind of record. It decides Simplify, Output Fields, Watch Fields, the fields that
 * an AI model can choose, and those that it may see. To add a field, add its name to a group.
 *
 * Groups:
 *   simple  fields that Simplify keeps, in this order
 *   more    further fields that people and AI models can choose
 *   rest    further fields that only people can choose
 *   inner   fields that can't be chosen: they are nested in other fields, or belong to other kinds of rows
 *   any other name: fields that the option of this name adds
 *
 * Marks:
 *   *  private, such as contact data, places, links and secrets: hidden from AI agents without Contact Details
 *   ?  the sources don't show this name (assumed)
 *   #  a number assigned by the company, not an ID, whatever its name: its label ends in “Number”
 */

export interface KnownField {
	name: string;
	group: string;
	isPrivate: boolean;
	isAssumed: boolean;
	isNumber: boolean;
}

const split = (words: string): string[] => words.split(/\s+/).filter((word) => word !== '');

export const fieldsOf = (groups: Readonly<Record<string, string>>): KnownField[] =>
	Object.entries(groups).flatMap(([group, words]) =>
		split(words).map((word) => ({
			name: word.replace(/[*?#]+$/, ''),
			group,
			isPrivate: word.includes('*'),
			isAssumed: word.includes('?'),
			isNumber: word.includes('#'),
		})),
	);

export const namesIn = (fields: readonly KnownField[], ...groups: string[]): string[] =>
	fields.filter(({ group }) => groups.includes(group)).map(({ name }) => name);

/**
 * No source shows the parts of a rate. `hourlyRate` was assumed before `rate`, so existing workflows may have selected
 * it.
 */
const RATE_PARTS = ['payRate', 'serviceRate']
	.flatMap((rate) => ['name', 'hours', 'rate', 'hourlyRate', 'amount', 'currency'].map((part) => `${rate}.${part}?`))
	.join(' ');

export const FIELDS = {
	apiKey: fieldsOf({
		rest: 'field valid reason keyType companyId customerIds siteIds scopes region host tokenEndsAt opens doesNotOpen',
	}),

	customer: fieldsOf({
		rest: `id? customerId name? customerName? abbreviation? apiReferenceNumber? contactName?* contactEmail?* contactPhone?*
			isActive`,
		inner: 'customerApiId? status?',
	}),

	formTemplate: fieldsOf({
		inner: `id? formTemplateId name? formName title? description? category? version? isActive? isArchived? status?
			dateCreated? modifiedDate?`,
	}),

	incidentReport: fieldsOf({
		simple: `incidentReportId reportId reportName customerName siteName submittedByName submittedDate isApproved status
			pdfLink*`,
		more: `siteAddress siteCity siteState patrolSiteName staffId staffName licenseNumber isActionRequired dateCreated
			modifiedByName modifiedDate`,
		rest: `companyName customerApiReferenceNumber siteType siteCountry sitePostCode siteApiReferenceNumber
			patrolSiteAddress patrolSiteCity patrolSiteState patrolSiteCountry patrolSitePostCode patrolSiteApiReferenceNumber
			submittedBy modifiedBy isModified isEnableToShowInCustomerPortal previousIncidentReportId latitude* longitude*
			geoStampAccuracy*`,
	}),

	/** A single report has more fields than one in a list. Its answers are Simplify's tenth field. */
	incidentReportDetail: fieldsOf({
		simple: `incidentReportId reportId formName customerName siteName staffName submittedByName submittedDate dateCreated
			incidentReportDetail`,
		more: 'answers siteAddress siteCity siteState licenseNumber modifiedByName modifiedDate',
		rest: `customerApiReferenceNumber siteType siteCountry sitePostCode siteApiReferenceNumber patrolSiteName
			patrolSiteAddress patrolSiteCity patrolSiteState patrolSiteCountry patrolSitePostCode patrolSiteApiReferenceNumber
			previousIncidentReportId`,
		addText: 'text html',
		flatten: 'answer',
		inner: `incidentReportDetailId parentIncidentReportDetailAnswerId parentIncidentReportDetailId setNumber isNeedAction
			actionDescription incidentReportQuestion incidentReportDetailAnswers incidentReportQuestionId?
			incidentReportDetailAnswerId? questionType? isMandatory? id? customerId? siteId? patrolSiteId? timeZone?
			siteTimeZone? question? answer? attachmentName?`,
	}),

	liveOperation: fieldsOf({
		simple: 'shiftId name mobile* customerName siteName status startTime endTime timeIn timeOut',
		more: `subcontractorName sitePositionName startTimeTZ endTimeTZ timeInTZ timeOutTZ statusText address* email*
			isClockInOffSite isClockOutOffSite licenses welfareCheckResponses`,
		rest: `companyName entryTypeID publishedShiftID eventID inLatitude* inLongitude* outLatitude* outLongitude* inPhotoUrl*
			outPhotoUrl* inSignatureUrl* outSignatureUrl* inEnteredByFullName outEnteredByFullName calledAt calledBy
			calledByFullName welfareCheckNotifResponses`,
		addTimings: `minutesLate minutesLeftEarly leftLate forcedClockOut hoursPlanned hoursWorked onTime onTimePercent offSite noShow lateCount
			noShowCount unansweredChecks localDate localStart localEnd`,
		inner: `timesheetEntryId welfareCheckId dateSent hasResponse type parentWelfareCheckId managerCheck managerEmployee
			followUps customerId? siteId? timeZone? siteTimeZone? note? action? followedUpAt?`,
	}),

	loginAudit: fieldsOf({
		rest: `id userId companyId appType eventType eventName emailAttempted* ipAddress* userAgent* failureReason
			occurredUtc`,
	}),

	securityLicence: fieldsOf({
		simple: `securityLicenseId employeeId firstName lastName licenseNumber state licenceSector status expiryDate
			isInvalidLicense`,
		more: 'reminder critical attachmentLink*',
		rest: `employeeSecurityLicenseInfo employeeSecurityLicenseInfo.employeeSecurityLicenseId
			employeeSecurityLicenseInfo.currentStatus employeeSecurityLicenseInfo.expiryDate
			employeeSecurityLicenseInfo.licenceSector`,
		// From `licenceId` on: the columns of a licence, shown beside its employee.
		inner: `licenseId stateCode licenseType licenses licences licenceId licenceNumber licenceType licenceState
			licenceStatus expiryDay daysLeft isInvalid licenceFlags`,
	}),

	site: fieldsOf({
		// Simplify also keeps the assumed alternatives for id and name.
		simple: `id? siteId name? siteName customerId customerName address? city? state? postCode? country? isActive`,
		more: 'abbreviation? siteType parentSiteId? latitude?* longitude?* timeZone?',
		rest: 'apiReferenceNumber?',
		inner: 'siteApiId status?',
	}),

	staff: fieldsOf({
		// Other operations ask for `id`, the internal id.
		simple: 'id firstName lastName email* mobile* employeeId# employeeReferenceNumber subcontractorName isActive',
		more: 'middle gender*',
		rest: 'accessPriviledge',
		includeLicences: 'licences',
		inner: `middleName knownAsFirstName knownAsLastName startDate dateOfBirth* countryCode* status? employee employees of changed notCompared
			changes foundBy licenceAction licenceError mismatch ids otherAccounts`,
	}),

	timesheet: fieldsOf({
		simple: `timesheetId staffId staffName employeeId# customerName siteName payStartTime payEndTime payBreakTime
			approvedDateTime`,
		more: `employeeReferenceNumber subcontractorCompany entryType position service paygroup scheduledStartTime
			scheduledEndTime timeclockStartTime timeclockEndTime invoiceStartTime invoiceEndTime invoiceBreakTime notes
			allowances approvedBy customerApprovalStatus`,
		rest: `customerApiId siteApiId email* mobile* clockInCoordinates* clockOutCoordinates* timeclockBreakStartTime
			timeclockBreakEndTime staffSubmittedTimesheetTimes customerApprover customerApprovedDateTime lock scheduleNotes
			status?`,
		addHours: `hoursScheduled hoursClocked hoursPaid hoursInvoiced breakClocked breakPaid breakInvoiced netPaid netInvoiced
			paidOverScheduled clockedNotPaid paidNotInvoiced breakDiffers clientApproval localDate localStart localEnd`,
		includeRates: `payRate serviceRate ${RATE_PARTS}`,
		flatten: 'allowance',
		inner: `id? customerId? siteId? startTime? endTime? submittedDateTime? note? text? comment? createdBy? isApproved? unit?
			timeZone? siteTimeZone? lineNumber lineKey side kind name code quantity rate amount currency date details
			components rates check lines doubts payAmount chargeAmount name? code? hours? quantity? rate? amount?`,
	}),

	timesheetRates: fieldsOf({
		rest: `timesheetId scheduledStartTime scheduledEndTime payRate serviceRate allowances ${RATE_PARTS}`,
		flatten: 'allowance',
	}),

	webhookSubscriber: fieldsOf({
		inner: 'id subscriberId companyId secretToken* isActive createdDateTime modifiedDateTime',
	}),

	webhookSubscription: fieldsOf({
		rest: 'id webhookSubscriberEventFilterId event eventType uri* isActive createdDateTime modifiedDateTime',
		inner: 'subscriberId subscriptionId',
	}),
};

/** Kinds of records shown inside those of a resource. */
const BESIDE: Readonly<Record<string, ReadonlyArray<keyof typeof FIELDS>>> = {
	incidentReport: ['incidentReportDetail'],
	liveOperation: ['securityLicence'],
	staff: ['securityLicence'],
};

/** Fields that the package adds, including those of counts, summaries and errors. */
const ANYWHERE = split(
	`count day staffName staffId status error message httpCode code traceId downloadError ratesError licencesError action
	created updated saved success data answer fileName records columns bytes requests complete reason doubts`,
);

/** Fields with nested names that people choose: questions in answers, names of allowances. */
export const NAMED_BY_PEOPLE: Readonly<Record<string, string>> = { incidentReport: 'answer', timesheet: 'allowance' };

const namesGiven = (value: unknown): string[] =>
	typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesGiven) : [String(value ?? '')];

/**
 * Returns a function that says whether an agent may see a field without Contact Details, at any depth and in any letter
 * case. Fields outside the tables are hidden, including those that the service adds later. Without `kind`, the fields
 * of every resource are shown.
 */
export function shownFields(
	kind: string | undefined,
	{ answerFields, lineFields, changeFields, customerId, siteId, formTemplateId, stateField }: ServiceDetails = {},
): (name: string) => boolean {
	const told = namesGiven([
		kind === 'incidentReport' ? { ...answerFields, fileLink: undefined } : {},
		kind === 'timesheet' ? lineFields : {},
		...[changeFields, customerId, siteId, formTemplateId, stateField],
	]);
	const tables: Readonly<Record<string, readonly KnownField[]>> = FIELDS;
	const kinds = kind === undefined ? Object.keys(tables) : [kind, ...(BESIDE[kind] ?? [])];
	const listed = kinds
		.flatMap((each) => tables[each] ?? [])
		.flatMap(({ name, isPrivate }) => (isPrivate ? [] : name.split('.')));
	const names = new Set(
		[...listed, ...ANYWHERE, ...told].map((name) => name.toLowerCase()).filter((name) => name !== ''),
	);
	// Summed amounts name their currency: “payAmount AUD”.
	return (name) => names.has(name.replace(/(?<=Amount) [A-Z]{3}$/, '').toLowerCase());
}
