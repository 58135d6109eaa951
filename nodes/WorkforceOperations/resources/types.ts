import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { EndpointId } from '../contract';
import type { Connection } from '../transport';

/** One input item of one execution: all that an operation works with. */
export interface Scope {
	context: IExecuteFunctions;
	connection: Connection;
	itemIndex: number;
}

export interface Operation {
	/** The value of the `operation` parameter. */
	value: string;
	name: string;
	/** What the editor lists the operation under: a short sentence without articles. */
	action: string;
	description: string;
	/** The row of the endpoint table; without one the operation reaches any path. */
	endpoint?: EndpointId;
	/** Fields below the operation picker. They are shown for this operation only. */
	fields: INodeProperties[];
	/** Does the work for one input item and returns its records. */
	run(scope: Scope): Promise<IDataObject[]>;
}

export interface Resource {
	/** The value of the `resource` parameter. */
	value: string;
	name: string;
	operations: readonly Operation[];
}
