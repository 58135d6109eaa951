import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { asNodeError } from '../transport/failures/problem';
import { clock } from '../transport/clock';
import { hashesOf } from './core/hashes';
import { findingItem } from './items';
import { watchOwner } from './delivery/processMemory';
import { PollReader } from './core/pollReader';
import { watchSettingsFor } from './settings';

/** A person is waiting: limits time and requests (a retried one is extra). */
const TEST_TIMEOUT_MS = 28_000;
const MOST_PAGES = 15;

/**
 * “Fetch Test Event”: shows current matches, including those reported before, else the record that came nearest and why it
 * would not start the workflow. Doesn't change what is remembered.
 */
export async function testEvents(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	try {
		const settings = await watchSettingsFor(context, 'test');
		const bounds = { deadline: clock.now() + TEST_TIMEOUT_MS, mostRequests: MOST_PAGES };
		const reader = await PollReader.open(context, bounds, settings.additionalQuery, settings.event.endpoint);
		const now = clock.date();
		const { findings, nearest, nothing } = await settings.event.source.preview({
			reader,
			settings,
			now,
			since: now,
			engine: {},
			hashes: hashesOf(reader.apiKey, watchOwner(context)),
			pendingReread: {},
			most: settings.maxItems,
		});
		const looked = { recordsRead: reader.recordsRead };
		if (findings.length > 0) return [findings.map((finding) => findingItem(settings, finding, now, looked))];
		const shown = nearest ?? { key: 'none', record: {}, reason: nothing, numbers: {} };
		return [[findingItem(settings, shown, now, { wouldTrigger: false, ...looked })]];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}
