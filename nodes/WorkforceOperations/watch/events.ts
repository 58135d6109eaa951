import type { WatchedEvent, WatchFamily } from './core/event';
import { changeFamily } from './changes/event';
import { licenceFamily } from './licences/event';
import { loginFamily } from './logins/event';
import { shiftFamily } from './shifts/event';
import { staffFamily } from './staff/event';

/** In the order in which the form shows their fields. */
export const watchFamilies: readonly WatchFamily[] = [
	shiftFamily,
	loginFamily,
	licenceFamily,
	changeFamily,
	staffFamily,
];

/** What can be watched, in the order in which people read it. */
export const watchedEvents: readonly WatchedEvent[] = watchFamilies
	.flatMap(({ events }) => events)
	.sort((one, other) => one.name.localeCompare(other.name));

export const findEvent = (value: unknown): WatchedEvent | undefined =>
	watchedEvents.find((event) => event.value === value);

/** The family that knows how an event is found and what the form asks for it. */
export const familyOf = (event: WatchedEvent): WatchFamily | undefined =>
	watchFamilies.find(({ events }) => events.includes(event));
