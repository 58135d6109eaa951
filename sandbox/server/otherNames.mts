// The choice `names=other`: at the edge of the service, requests and answers get other names. Behind it, everything
// keeps the likely ones.
import type { Request, RequestHandler } from 'express';
import type { Choices } from '../core/choices.mts';
import { progressOf } from './pipeline.mts';

type Fields = Record<string, unknown>;

/** Other names by the likely ones. */
type Names = Readonly<Record<string, string>>;

const TEMPLATES = '/api/external/incidentreport/formtemplates';
const OTHER_TEMPLATES = '/api/external/report-forms';

/** Parameters of queries and fields of bodies, by operation. */
const sent: Readonly<Record<string, Names>> = {
	searchStaff: { email: 'mailAddress' },
	listLicences: { licenseNumber: 'number' },
	listIncidentReportsByFormTemplate: { formTemplateId: 'formKey' },
	listRecentLoginAudit: { take: 'howMany' },
	updateSubscriber: { isActive: 'deliveriesOn' },
	updateSubscription: { isActive: 'enabled' },
};

const subscription: Names = { isActive: 'enabled' };
const subscriber: Names = { isActive: 'deliveriesOn' };
const timesheet: Names = {
	staffSubmittedTimesheetTimes: 'guardEntries',
	approvedDateTime: 'signedOffAt',
};

/** Fields of records, by operation; for objects inside a record, by the object's field. */
const shown: Readonly<Record<string, { record: Names; inside?: Readonly<Record<string, Names>> }>> = {
	listCustomers: { record: { id: 'clientKey', customerId: 'clientKey' } },
	listSites: { record: { id: 'locationKey', siteId: 'locationKey' } },
	listFormTemplates: { record: { formTemplateId: 'formKey' } },
	listTimesheets: { record: timesheet },
	getTimesheet: { record: timesheet },
	listIncidentReports: { record: { submittedDate: 'handedInAt', modifiedDate: 'changedAt' } },
	createSubscriber: { record: subscriber },
	updateSubscriber: { record: subscriber },
	createSubscription: { record: subscription },
	updateSubscription: { record: subscription },
	listSubscriptions: { record: subscription },
	getIncidentReport: {
		record: {},
		inside: {
			incidentReportQuestion: { question: 'wording' },
			incidentReportDetailAnswers: {
				answer: 'response',
				attachmentLink: 'evidence',
				attachmentName: 'evidenceLabel',
			},
		},
	},
	getTimesheetRates: {
		record: {},
		inside: {
			payRate: { name: 'grade', hours: 'timeWorked', rate: 'perHour', amount: 'sumDue' },
			allowances: { name: 'grade', quantity: 'timeWorked', rate: 'perHour', amount: 'sumDue' },
			serviceRate: { name: 'tariff', hours: 'timeBilled', rate: 'tariffPerHour', amount: 'net' },
		},
	},
};

const isOn = ({ names }: Choices): boolean => names === 'other';

const renamed = (fields: Fields, names: Names): Fields =>
	Object.fromEntries(Object.entries(fields).map(([field, value]) => [names[field] ?? field, value]));

const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The likely name for a name that was sent. Such a service doesn't know the likely names themselves. */
function likely(name: string, names: Names): string {
	if (Object.hasOwn(names, name)) return `unknown-${name}`;
	return Object.entries(names).find(([, other]) => other === name)?.[0] ?? name;
}

const withUrl = (req: Request, url: string): void => {
	req.originalUrl = url;
	req.url = url;
};

/** Must run first, because the path decides which endpoint it is. */
export function otherPath(choices: Choices): RequestHandler {
	return (req, _res, next) => {
		if (isOn(choices)) {
			const [path = '', query] = req.originalUrl.split('?');
			const moved = path === TEMPLATES ? `${path}-moved` : path === OTHER_TEMPLATES ? TEMPLATES : path;
			withUrl(req, query === undefined ? moved : `${moved}?${query}`);
		}
		next();
	};
}

/** Renames what is sent to the likely names. */
export function fromOtherNames(choices: Choices): RequestHandler {
	return (req, res, next) => {
		const names = sent[progressOf(res).endpoint?.operationId ?? ''];
		if (isOn(choices) && names !== undefined) {
			const [path = '', query = ''] = req.originalUrl.split('?');
			const pairs = [...new URLSearchParams(query)].map(([name, value]) => [likely(name, names), value]);
			if (query !== '') withUrl(req, `${path}?${new URLSearchParams(pairs as Array<[string, string]>).toString()}`);
			if (isObject(req.body))
				req.body = Object.fromEntries(Object.entries(req.body).map(([name, value]) => [likely(name, names), value]));
		}
		next();
	};
}

/** An answer in the other names. */
export function inOtherNames(choices: Choices, operationId: string, answer: Fields): Fields {
	const names = shown[operationId];
	if (!isOn(choices) || names === undefined) return answer;
	const whole = (value: unknown, own: Names): unknown => {
		if (Array.isArray(value)) return value.map((entry) => whole(entry, own));
		if (!isObject(value)) return value;
		const inner = Object.entries(value).map(([field, entry]) => [field, whole(entry, names.inside?.[field] ?? own)]);
		return renamed(Object.fromEntries(inner) as Fields, own);
	};
	return { ...answer, data: whole(answer.data, names.record) };
}
