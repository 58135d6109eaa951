import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { additionalQueryOption, optionFields } from '../../form/fields';
import { licencesField } from '../../form/licences';
import { dateOrderOption } from '../../form/sheetDates';
import { mayHaveBeenWrittenInPart } from '../../operations/batches';
import type { BatchOperation, RowResult } from '../../operations/types';
import { settle, withCreationLock } from '../../transport';
import { noteCreation } from './creations';
import { columnsOfNew, detailFields, nameFields } from './fields';
import { batchSizeOf, batchSizeOption, employeeBodyOption, moreFields } from './form';
import { formValues, readNew, rowInput, sayHint } from './read';
import { Rows, type SheetRow } from './rows';
import { Experience, sendEmployees, sendInHalves, writeResults } from './send';

const CREATE_COLUMNS =
	'Which column fills which field. Empty cells aren’t sent. A licence number becomes the employee’s first licence.';

export const create: BatchOperation = {
	value: 'create',
	name: 'Create',
	action: 'Create staff',
	description:
		'Create employees with their first licences, without checking for existing ones; Create or Update does that',
	endpoint: 'staff.create',
	fields: [
		dataToSendField('fields'),
		shownFrom('columns', columnsField('getStaffColumns', CREATE_COLUMNS)),
		...nameFields.map((field) => shownFrom('fields', { ...field, required: true })),
		moreFields('Additional Fields', 'additionalFields', [...detailFields, licencesField(false, false)]),
		...optionFields(
			[dateOrderOption.field],
			[
				employeeBodyOption,
				additionalQueryOption,
				batchSizeOption(
					1,
					'How many rows to send per request. If the service refuses a batch, it isn’t sent again, and each of its rows has the error.',
				),
			],
		),
	],
	async runAll(items, keepGoing) {
		const [first] = items;
		if (first === undefined) return [];
		const source = rowInput(items, 'fields', columnsOfNew, formValues);
		const rows = new Rows<SheetRow>(items, keepGoing, source);
		await rows.read(items, async (item) => await readNew(item, source));
		// Form input is deliberate for each item; a sheet may list a person twice by mistake.
		if (source.isTable) rows.refuseRepeats(({ body }) => body.email, 'The Email');
		sayHint(items, source);
		const experience = new Experience();
		return await withCreationLock(first.connection, async (lock) => {
			await sendInHalves(rows.open, {
				batchSize: batchSizeOf(first, 1),
				experience,
				keyOf: ({ item }) => String(item.itemIndex),
				put: (row, result) => rows.put(row, result),
				async send(batch) {
					const created = await settle(
						lock.inTurn(batch[0]?.item.itemIndex, async () => {
							const sent = await settle(sendEmployees('staff.create', batch));
							experience.outage.note(sent);
							const results: Array<[SheetRow, RowResult]> =
								'result' in sent
									? writeResults(batch, sent.result, 'created')
									: batch.map((row) => [row, { error: mayHaveBeenWrittenInPart(sent.error, batch.length) }]);
							for (const [{ body }, result] of results) noteCreation({ lock }, body, result);
							return results;
						}),
					);
					const told = 'error' in created ? batch.map((row): [SheetRow, RowResult] => [row, created]) : created.result;
					for (const [row, result] of told) rows.put(row, result);
					return { again: [] };
				},
				after: (batch) => rows.endIfFailed(batch),
			});
			return rows.answers;
		});
	},
};
