import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';
import {
	getCustomers,
	getSites,
	searchCustomers,
	searchFormTemplates,
	searchIncidentReports,
	searchSites,
	searchStaff,
	searchSubscriptions,
	searchTimesheets,
	searchUsers,
} from './pickers';
import { findOperation, keysInWords, properties, nodeSubtitle, run } from './resources';
import { getStaffColumns } from './resources/staff/fields';
import { asNodeError } from './transport';

export class WorkforceOperations implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workforce Operations',
		name: 'workforceOperations',
		icon: { light: 'file:workforceOperations.svg', dark: 'file:workforceOperations.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: nodeSubtitle,
		description: 'Timesheets, incident reports, staff and shifts',
		defaults: { name: 'Workforce Operations' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'workforceOperationsApi', required: true }],
		sensitiveOutputFields: ['secretToken'],
		builderHint: {
			searchHint: `Each resource needs its own type of API key; with Separate Keys, one credential holds them all. ${keysInWords}`,
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workforce-operations.workforceOperationsTrigger',
					relationHint: 'Starts a workflow when a report or timesheet is submitted, approved or rejected',
				},
				{
					nodeType: 'n8n-nodes-workforce-operations.workforceOperationsWatchTrigger',
					relationHint: 'Starts a workflow for events without a webhook, such as a guard not clocking in',
				},
			],
		},
		properties,
	};

	methods = {
		listSearch: {
			searchCustomers,
			searchFormTemplates,
			searchIncidentReports,
			searchSites,
			searchStaff,
			searchSubscriptions,
			searchTimesheets,
			searchUsers,
		},
		loadOptions: { getCustomers, getSites },
		resourceMapping: { getStaffColumns },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [resource, name] = [this.getNodeParameter('resource', 0), this.getNodeParameter('operation', 0)];
		const operation = findOperation(resource, name);
		if (operation === undefined) {
			throw new NodeOperationError(this.getNode(), `There is no operation “${name}” for “${resource}”`, {
				itemIndex: 0,
			});
		}
		try {
			// Continue On Fail is handled for each item inside: this.continueOnFail() there.
			return [await run(this, operation)];
		} catch (error) {
			throw asNodeError(this.getNode(), error, 0);
		}
	}
}
