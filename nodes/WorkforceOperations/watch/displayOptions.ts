import type { INodeProperties } from 'n8n-workflow';
import { type WatchedEvent, watchedEvents } from './events';

export type Which = (event: WatchedEvent) => boolean;

export const eventValues = (which: Which): string[] => watchedEvents.filter(which).map(({ value }) => value);

export const shownForEvents = (field: INodeProperties, events: string[]): INodeProperties => ({
	...field,
	displayOptions: { show: { event: events } },
});

/** An option of the collection: it sees the event above it. */
export const optionForEvents = (field: INodeProperties, which: Which): INodeProperties => ({
	...field,
	displayOptions: { show: { '/event': eventValues(which) } },
});

export const isLogin: Which = ({ endpoint }) => endpoint === 'loginAudit.getAll';

/** Lists of people, which are read whole. */
export const isStaff: Which = ({ endpoint }) => endpoint === 'staff.getAll';

export const isChanging: Which = ({ changing }) => changing !== undefined;
