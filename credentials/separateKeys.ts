import type { INodeProperties } from 'n8n-workflow';
import { AREA_FIELDS, type AreaField, KEY_LABELS } from '../nodes/WorkforceOperations/contract';

/** What each key gives access to, for the description of its field. */
const OPENS: Record<AreaField, string> = {
	timesheetKey: 'For timesheets and their rates: a key of type “timesheet”',
	incidentReportKey: 'For incident reports and form templates: a key of type “incidentreport”',
	liveOpsKey: 'For live operations: a key of type “liveops”',
	developerKey:
		'For employees and their licences: a key of type “developer”. Webhooks take it when Webhook Key is empty.',
	webhookKey: 'For webhooks and the trigger: a key of type “webhook” or “developer”',
	auditKey: 'For the login audit: a key that was issued with the scope “login-audits.read”',
};

// `hide` instead of `show`: with `show`, n8n's public API would require these fields whenever the switch isn't given.
const WITHOUT_SEPARATE_KEYS: INodeProperties['displayOptions'] = { hide: { separateKeys: [true] } };
const WITH_SEPARATE_KEYS: INodeProperties['displayOptions'] = { hide: { separateKeys: [false] } };

/** One stored field with two forms: n8n disables Save while a required field is empty, and beside separate keys this one may be. */
export const apiKeyFields: INodeProperties[] = [
	{
		displayName: KEY_LABELS.apiKey,
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		description:
			'A SuperAdmin makes it in the web application: company settings, API and integrations. Every key has one type, which decides what it opens.',
		displayOptions: WITHOUT_SEPARATE_KEYS,
	},
	{
		displayName: KEY_LABELS.apiKey,
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'For everything whose own key below is empty, and for customers and sites. It may be empty itself.',
		displayOptions: WITH_SEPARATE_KEYS,
	},
];

/** Fields for the keys of single areas, shown if the switch is on. */
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
		displayOptions: WITH_SEPARATE_KEYS,
	})),
];
