import type { INodeProperties } from 'n8n-workflow';
import { type WatchedEvent, watchedEvents } from './catalogue';

export type Which = (event: WatchedEvent) => boolean;

export const valuesOf = (which: Which): string[] => watchedEvents.filter(which).map(({ value }) => value);

export const shownFor = (field: INodeProperties, events: string[]): INodeProperties => ({
	...field,
	displayOptions: { show: { event: events } },
});

/** An option of the collection: it sees the event above it. */
export const optionFor = (field: INodeProperties, which: Which): INodeProperties => ({
	...field,
	displayOptions: { show: { '/event': valuesOf(which) } },
});

export const isLogin: Which = ({ endpoint }) => endpoint === 'loginAudit.getAll';

/** Lists of people, which are read whole. */
export const isStaff: Which = ({ endpoint }) => endpoint === 'staff.getAll';

export const isChanging: Which = ({ changing }) => changing !== undefined;
