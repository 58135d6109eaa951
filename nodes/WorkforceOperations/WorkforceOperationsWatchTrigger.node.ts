import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { getCustomers, getSites, searchCustomers, searchSites, searchStaff, searchUsers } from './pickers';
import { watchSubtitle, watchProperties } from './watch/form';
import { poll } from './watch/poll';
import { testEvents } from './watch/testEvents';

export class WorkforceOperationsWatchTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workforce Operations Watch Trigger',
		name: 'workforceOperationsWatchTrigger',
		icon: { light: 'file:workforceOperationsWatchTrigger.svg', dark: 'file:workforceOperationsWatchTrigger.dark.svg' },
		group: ['trigger'],
		// n8n looks up previews by folder and version; 1.1 is the other trigger's.
		version: 1.2,
		subtitle: watchSubtitle,
		description: 'Starts when a guard is late or a licence expires',
		activationMessage: 'n8n now checks the service at the interval you chose. Each finding starts this workflow.',
		polling: true,
		builderHint: {
			searchHint:
				'For events without a webhook: a guard who has not clocked in or out, an unanswered welfare check, an expiring licence, failed logins, new staff. The “… Changed” events keep a copy of staff, customers, sites or licences in sync. One event per node. “watch.reason” is a sentence you can send as is. Each finding is reported once, so no Filter or loop is needed.',
		},
		defaults: { name: 'Workforce Operations Watch Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'workforceOperationsApi', required: true }],
		// A copy, because n8n adds Poll Times to the list each time it reads the package's nodes.
		properties: [...watchProperties],
	};

	methods = {
		listSearch: { searchCustomers, searchSites, searchStaff, searchUsers },
		loadOptions: { getCustomers, getSites },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return this.getMode() === 'manual' ? await testEvents(this) : await poll(this);
	}
}
