import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { asNodeError } from '../transport/failures/problem';
import { clock } from '../transport/clock';
import { hashesOf } from './core/keys';
import type { Finding } from './core/source';
import { findingItem } from './items';
import { firstSince } from './opening';
import { watchOwner } from './delivery/processMemory';
import { PollReader } from './core/pollReader';
import { watchSettingsFor } from './settings';

/** A person is waiting: limits time and requests (a retried one is extra). */
const TEST_TIMEOUT_MS = 28_000;
const MOST_PAGES = 15;

const KNOWN_ALREADY = '. This wouldn’t start the workflow: “Start With” is “New Cases Only”, and this case isn’t new';
const IS_PAST = '. This wouldn’t start the workflow: the shift was already over';

/**
 * “Fetch Test Event”: shows what publishing would send. If that is nothing, shows a current case that wouldn't start
 * the workflow, else the closest record, with the reason. Changes no stored state.
 */
export async function testEvents(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	try {
		const settings = await watchSettingsFor(context, 'test');
		const bounds = { deadline: clock.now() + TEST_TIMEOUT_MS, mostRequests: MOST_PAGES };
		const reader = await PollReader.open(context, bounds, settings.additionalQuery, settings.event.endpoint);
		const now = clock.date();
		const hashes = hashesOf(reader.apiKey, watchOwner(context));
		const { findings, nearest, nothing } = await settings.event.source.preview({ reader, settings, now, hashes });
		const looked = { recordsRead: reader.recordsRead };
		const isNow = settings.startWith === 'now';
		const isSent = ({ at, past }: Finding): boolean => (isNow ? past !== true : at >= firstSince(settings, now));
		const sent = findings.filter(isSent);
		if (sent.length > 0) return [sent.map((finding) => findingItem(settings, finding, now, looked))];
		if (findings.length > 0) {
			const silent = { wouldTrigger: false, ...looked };
			const told = findings.map((finding) => ({
				...finding,
				reason: finding.reason + (isNow ? IS_PAST : KNOWN_ALREADY),
			}));
			return [told.map((finding) => findingItem(settings, finding, now, silent))];
		}
		const shown = nearest ?? { key: 'none', record: {}, reason: nothing, numbers: {} };
		return [[findingItem(settings, shown, now, { wouldTrigger: false, ...looked })]];
	} catch (error) {
		throw asNodeError(context.getNode(), error);
	}
}
