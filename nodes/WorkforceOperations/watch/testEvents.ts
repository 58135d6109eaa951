import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { itemOfPoll } from '../form/item';
import { asNodeError } from '../transport/asNodeError';
import { clock } from '../transport/time';
import { hashesOf } from './hashes';
import { itemOf } from './items';
import { ownerOf } from './memory';
import { Reader } from './reader';
import { readWatchSettings } from './settings';

/** A person is waiting: so long, and with so few requests (a repeated one comes on top). */
const PATIENCE_MS = 28_000;
const MOST_PAGES = 15;

/**
 * What “Fetch Test Event” shows: what is so now, also if it was reported before, else the record that came nearest and
 * why it would not start the workflow. Changes nothing that is remembered.
 */
export async function testEvents(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	try {
		const settings = readWatchSettings(itemOfPoll(context), 'test');
		const bounds = { deadline: clock.now() + PATIENCE_MS, mostRequests: MOST_PAGES };
		const reader = await Reader.open(context, bounds, settings.additionalQuery);
		const now = clock.date();
		const { findings, nearest, nothing } = await settings.event.engine.sample({
			reader,
			settings,
			now,
			since: now,
			engine: {},
			hashes: hashesOf(reader.apiKey, ownerOf(context)),
			lost: {},
			most: settings.maxItems,
		});
		const looked = { recordsRead: reader.recordsRead };
		if (findings.length > 0) return [findings.map((finding) => itemOf(settings, finding, now, looked))];
		const shown = nearest ?? { key: 'none', record: {}, reason: nothing, numbers: {} };
		return [[itemOf(settings, shown, now, { wouldTrigger: false, ...looked })]];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}
