import type { INodeProperties } from 'n8n-workflow';
import { AREA_FIELDS, type AreaField, isBlank, isKeyField, KEY_FIELDS, KEY_LABELS, type KeyField } from '../contract';
import { inputError, type Item, parameter } from './item';

/** What each key opens, and what is said of it beside the field. */
const OPENS: Record<AreaField, string> = {
	timesheetKey: 'For timesheets and their rates: a key of type “timesheet”',
	incidentReportKey: 'For incident reports and form templates: a key of type “incidentreport”',
	liveOpsKey: 'For live operations: a key of type “liveops”',
	developerKey: 'For staff and their licences: a key of type “developer”. Webhooks take it when Webhook Key is empty.',
	webhookKey: 'For webhooks and the trigger: a key of type “webhook” or “developer”',
	auditKey: 'For the login audit: a key that was issued with the scope “login-audits.read”',
};

/** The fields of the credential for keys of single areas, behind their switch. */
export const separateKeyFields: INodeProperties[] = [
	{
		displayName: 'Separate Keys',
		name: 'separateKeys',
		type: 'boolean',
		default: false,
		description:
			'Whether this credential holds a key for each area. An area without one takes API Key, which may then be any of them.',
	},
	...AREA_FIELDS.map((name): INodeProperties => ({
		displayName: KEY_LABELS[name],
		name,
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: OPENS[name],
		displayOptions: { show: { separateKeys: [true] } },
	})),
];

/** Which of a credential's keys a request goes by, where its path is not to choose it. */
export const keyFieldPicker: INodeProperties = {
	displayName: 'Key',
	name: 'key',
	type: 'options',
	options: [
		{ name: 'Chosen by the Path', value: '', description: 'The key of the area that the path belongs to' },
		...KEY_FIELDS.map((value) => ({ name: KEY_LABELS[value], value })).sort((a, b) => a.name.localeCompare(b.name)),
	],
	default: '',
	description: 'Which key of the credential to use, where it has separate ones',
};

/** What the picker says; undefined where the path chooses. */
export function chosenKey(item: Item): KeyField | undefined {
	const value: unknown = parameter(item, 'key', '');
	if (isBlank(value)) return undefined;
	if (isKeyField(value)) return value;
	throw inputError(item, '“Key” names no key of the credential', `It is one of ${KEY_FIELDS.join(', ')}, or empty.`);
}
