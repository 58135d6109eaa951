import type { IDataObject } from 'n8n-workflow';
import { fileNameOf, splitList } from '../contract';
import { inputError, type ExecutionItem } from './item';

/** The files of an item's binary fields in the form that the service takes them: base64 with their name. */
export async function readAttachments(item: ExecutionItem, fields: unknown, label: string): Promise<IDataObject[]> {
	const { context, itemIndex } = item;
	const attachments: IDataObject[] = [];
	for (const field of splitList(fields, /,/)) {
		const binary = context.getInputData()[itemIndex]?.binary?.[field];
		if (binary === undefined) {
			const there = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
			throw inputError(
				item,
				`“${label}” names the binary field “${field}”, which this item does not have`,
				there.length === 0 ? 'The item carries no file at all.' : `It has: ${there.join(', ')}.`,
			);
		}
		const content = await context.helpers.getBinaryDataBuffer(itemIndex, field);
		const extension = binary.fileExtension ? `.${binary.fileExtension}` : '';
		attachments.push({
			attachmentBase64: content.toString('base64'),
			attachmentFileName: fileNameOf(binary.fileName ?? '') ?? `${field}${extension}`,
		});
	}
	return attachments;
}
