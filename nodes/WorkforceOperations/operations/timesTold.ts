import type { Clocks } from '../contract';

/** The maximum number of unreadable values listed in a hint. */
const MOST_LISTED = 10;

/** The hints about the times in a run's records: which clocks they are shown by, and what can't be read. */
export class TimesTold {
	private records = 0;

	private bySite = 0;

	private zone = '';

	private readonly unread = new Set<string>();

	/** Notes a record's clocks, and its unreadable zones and times. `isShown`: its times are shown in local time. */
	note({ unread, isSite }: Clocks, zone: string, isShown = false): void {
		this.zone = zone;
		this.records += Number(isShown);
		this.bySite += Number(isShown && isSite);
		for (const [name, value] of unread) if (this.unread.size <= MOST_LISTED) this.unread.add(`${name} “${value}”`);
	}

	/** The hint about local times. */
	get words(): string | undefined {
		const { records, bySite, zone } = this;
		if (records === 0) return undefined;
		if (bySite === 0) return `Times are local. No site’s time zone is known, so all times are in ${zone}.`;
		if (bySite === records) return 'Times are in each site’s local time.';
		return `Times are local: in the site’s time zone for ${bySite} of ${records} records, and in ${zone} for the others.`;
	}

	/** The hint about unreadable times and zones. */
	get doubts(): string | undefined {
		if (this.unread.size === 0) return undefined;
		const listed = [...this.unread].slice(0, MOST_LISTED).join(', ');
		const more = this.unread.size > MOST_LISTED ? ' and more' : '';
		return `Unreadable times or time zones: ${listed}${more}. Unreadable times stay as they are; if a site’s time zone can’t be read, its times are in ${this.zone}.`;
	}
}
