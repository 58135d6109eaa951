import type { INodeProperties } from 'n8n-workflow';
import { AREA_FIELDS, type AreaField, KEY_LABELS } from '../nodes/WorkforceOperations/contract';

const OPENS: Record<AreaField, string> = {
	timesheetKey: 'For timesheets and their rates: a key of type “timesheet”',
	incidentReportKey: 'For incident reports and form templates: a key of type “incidentreport”',
	liveOpsKey: 'For live operations: a key of type “liveops”',
	developerKey: 'For employees and their licences: a key of type “developer”. Webhooks use it if Webhook Key is empty.',
	webhookKey: 'For webhooks and the trigger: a key of type “webhook” or “developer”',
	auditKey: 'For the login audit: a key with the scope “login-audits.read”',
};

// `hide` instead of `show`: with `show`, n8n's public API would require these fields whenever the switch isn't given.
const WITHOUT_SEPARATE_KEYS: INodeProperties['displayOptions'] = { hide: { separateKeys: [true] } };
const WITH_SEPARATE_KEYS: INodeProperties['displayOptions'] = { hide: { separateKeys: [false] } };

/**
 * One stored field with two forms: n8n disables Save while a required field is empty, and with separate keys this one
 * may be.
 */
export const apiKeyFields: INodeProperties[] = [
	{
		displayName: KEY_LABELS.apiKey,
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		description:
			'A SuperAdmin generates it in the web application, in the company settings, under API and integrations. Each key has one type.',
		displayOptions: WITHOUT_SEPARATE_KEYS,
	},
	{
		displayName: KEY_LABELS.apiKey,
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'For customers and sites, and for each area without a key below. Can be empty.',
		displayOptions: WITH_SEPARATE_KEYS,
	},
];

export const separateKeyFields: INodeProperties[] = [
	{
		displayName: 'Separate Keys',
		name: 'separateKeys',
		type: 'boolean',
		default: false,
		description: 'Whether this credential has a key for each area. An area without its own key uses the API Key.',
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
