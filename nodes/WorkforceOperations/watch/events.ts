import type { WatchedEvent, WatchFamily } from './core/event';
import { changes } from './changes/event';
import { licences } from './licences/event';
import { logins } from './logins/event';
import { shifts } from './shifts/event';
import { staff } from './staff/event';

/** In the order in which the form shows their fields. */
export const watchFamilies: readonly WatchFamily[] = [shifts, logins, licences, changes, staff];

/** What can be watched, in the order in which people read it. */
export const watchedEvents: readonly WatchedEvent[] = watchFamilies
	.flatMap(({ events }) => events)
	.sort((one, other) => one.name.localeCompare(other.name));

export const findEvent = (value: unknown): WatchedEvent | undefined =>
	watchedEvents.find((event) => event.value === value);

/** The family that knows how an event is found and what the form asks for it. */
export const familyOf = (event: WatchedEvent): WatchFamily | undefined =>
	watchFamilies.find(({ events }) => events.includes(event));
