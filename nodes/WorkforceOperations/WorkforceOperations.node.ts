import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';
import { endpoints } from './contract';
import { getSites, searchCustomers, searchSites } from './pickers';
import { findOperation, properties } from './resources';
import { asNodeError, errorItem } from './resources/errorItem';
import { READS_AT_ONCE, runItems } from './resources/runItems';
import { connect } from './transport';

export class WorkforceOperations implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workforce Operations',
		name: 'workforceOperations',
		icon: { light: 'file:workforceOperations.svg', dark: 'file:workforceOperations.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase().replace("get all", "get many") + ": " + $parameter["resource"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Work with incident reports, live operations, timesheets, staff and licences, customers and sites',
		defaults: { name: 'Workforce Operations' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'workforceOperationsApi', required: true }],
		properties,
	};

	methods = {
		listSearch: { searchCustomers, searchSites },
		loadOptions: { getSites },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const [resource, name] = [this.getNodeParameter('resource', 0), this.getNodeParameter('operation', 0)];
		const operation = findOperation(resource, name);
		if (operation === undefined) {
			throw new NodeOperationError(this.getNode(), `There is no operation “${name}” for “${resource}”`, { itemIndex: 0 });
		}
		// Writes go one after another, in the order of the items; reads can't disturb each other.
		const reads = operation.endpoint !== undefined && endpoints[operation.endpoint].method === 'GET';
		const perItem = await runItems(items.length, reads ? READS_AT_ONCE : 1, async (itemIndex): Promise<INodeExecutionData[]> => {
			try {
				const records = await operation.run({ context: this, connection: await connect(this), itemIndex });
				return records.map((json: IDataObject) => ({ json, pairedItem: { item: itemIndex } }));
			} catch (error) {
				const failure = asNodeError(this.getNode(), error, itemIndex);
				if (this.continueOnFail()) return [errorItem(failure, itemIndex)];
				throw failure;
			}
		});
		return [perItem.flat()];
	}
}
