import { describeAccess } from './access';
import type { Access } from './types';

/*
 * The fields of the credential for API keys. A key has one type and gives access to one area of the service, so a
 * credential may hold a key for each area. Its API Key is used where there is none for the area.
 */

/** The field that every credential has. */
const API_KEY_FIELD = 'apiKey';

/** The fields for single areas, in the order of the form. */
export const AREA_FIELDS = [
	'timesheetKey',
	'incidentReportKey',
	'liveOpsKey',
	'developerKey',
	'webhookKey',
	'auditKey',
] as const;

export type AreaField = (typeof AREA_FIELDS)[number];

export type KeyField = typeof API_KEY_FIELD | AreaField;

/** All fields for keys, in the order in which their keys are tried. */
export const KEY_FIELDS: readonly KeyField[] = [API_KEY_FIELD, ...AREA_FIELDS];

export const KEY_LABELS: Record<KeyField, string> = {
	apiKey: 'API Key',
	timesheetKey: 'Timesheet Key',
	incidentReportKey: 'Incident Report Key',
	liveOpsKey: 'Live Operations Key',
	developerKey: 'Developer Key',
	webhookKey: 'Webhook Key',
	auditKey: 'Audit Key',
};

export const isKeyField = (value: unknown): value is KeyField => KEY_FIELDS.some((field) => field === value);

const FIELD_OF_TYPE = {
	timesheet: 'timesheetKey',
	incidentreport: 'incidentReportKey',
	liveops: 'liveOpsKey',
	developer: 'developerKey',
	webhook: 'webhookKey',
} as const satisfies Record<Access['keyTypes'][number], AreaField>;

/** The fields whose keys give access to an endpoint, best first; empty if any key does. */
export function fieldsFor({ scope, keyTypes }: Access): readonly AreaField[] {
	if (scope) return ['auditKey'];
	const fields = keyTypes.map((keyType): AreaField => FIELD_OF_TYPE[keyType]);
	// A webhook key gives access to webhooks only, so it was entered for them.
	return fields.includes('webhookKey') ? ['webhookKey', ...fields.filter((field) => field !== 'webhookKey')] : fields;
}

/** “an API key of type “timesheet”, in the credential’s Timesheet Key or API Key”, for notices. */
export function describePlace(access: Access): string {
	const labels = [...fieldsFor(access).map((field) => KEY_LABELS[field]), KEY_LABELS.apiKey];
	return `${describeAccess(access)}, in the credential’s ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
}

/** “Webhook Key or Developer Key”: the fields to fill in for an endpoint. */
export const fieldWords = (access: Access): string =>
	fieldsFor(access)
		.map((field) => KEY_LABELS[field])
		.join(' or ');
