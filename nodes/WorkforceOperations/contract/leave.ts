import { idOf, textOf } from './recordValues';
import type { JsonObject } from './types';

// The help centre names the entry types “Work” and “Leave”; how the service writes them is assumed.
/** Whether a shift or timesheet is leave: by a type that says so, or one that Service Details name (text or id). */
export const isLeave = ({ entryType, entryTypeID }: JsonObject, leaveEntryTypes: readonly string[] = []): boolean =>
	/(^|[^\p{L}])leave($|[^\p{L}])/iu.test(textOf(entryType) ?? '') ||
	[entryType, entryTypeID].some((type) => leaveEntryTypes.includes(idOf(type) ?? ''));
