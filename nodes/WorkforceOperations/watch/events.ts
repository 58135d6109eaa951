import { byName } from '../contract';
import type { WatchedEvent, WatchFamily } from './core/event';
import { changeFamily } from './changes/event';
import { licenceFamily } from './licences/event';
import { loginFamily } from './logins/event';
import { shiftFamily } from './shifts/event';
import { copyFamily } from './copies/event';
import { waitingFamily } from './waiting/event';

/** The registry of families, in the order in which the form shows their fields. */
export const watchFamilies: readonly WatchFamily[] = [
	shiftFamily,
	loginFamily,
	licenceFamily,
	changeFamily,
	copyFamily,
	waitingFamily,
];

/** Everything that can be watched, in display order. */
export const watchedEvents: readonly WatchedEvent[] = watchFamilies
	.flatMap(({ events }) => events)
	.sort((one, other) => byName(one.name, other.name));

export const findEvent = (value: unknown): WatchedEvent | undefined =>
	watchedEvents.find((event) => event.value === value);

/** The family of an event, which knows how it is detected and what the form asks for. */
export const familyOf = (event: WatchedEvent): WatchFamily | undefined =>
	watchFamilies.find(({ events }) => events.includes(event));
