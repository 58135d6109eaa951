// Every read as an agent may ask for it.
import type { IDataObject } from 'n8n-workflow';
import { everyOperation } from '../support/everyOperation.mts';

export const reading = everyOperation
	.filter(({ id }) => /\.(get|check)/.test(id) && !id.startsWith('webhook'))
	.map((row): [string, typeof row] => [row.id, row]);

export const everything: IDataObject[] = [
	{},
	{ options: { includeLicences: true, addTimings: true, addHours: true, includeRates: true, addText: true } },
	{ options: { flatten: true } },
	{
		options: { outputFields: 'email,mobile,address,clockInCoordinates,ipAddress,emailAttempted,latitude,contactPhone' },
	},
	{ output: 'selectedFields', fields: ['email', 'mobile', 'address', 'inSignatureUrl', 'latitude', 'attachmentLink'] },
];

export const asTool = { node: { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' } };
