import type { Clocks } from '../contract';

/** How much that can't be read a hint lists. */
const MOST_LISTED = 10;

/** What is told of the times of a run's records: by which clocks they are shown, and what can't be read. */
export class TimesTold {
	private records = 0;

	private bySite = 0;

	private zone = '';

	private readonly unread = new Set<string>();

	/** Notes a record's clocks, and what of them and of its times can't be read. `isShown`: it is shown with local times. */
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
		if (bySite === 0) return `Times are local. No site’s time zone is known, so they are all in ${zone}.`;
		if (bySite === records) return 'Times are in each site’s local time.';
		return `Times are local: in the site’s time zone for ${bySite} of ${records} records, and in ${zone} for the others.`;
	}

	/** The hint about what can't be read. */
	get doubts(): string | undefined {
		if (this.unread.size === 0) return undefined;
		const listed = [...this.unread].slice(0, MOST_LISTED).join(', ');
		const more = this.unread.size > MOST_LISTED ? ' and more' : '';
		return `Unreadable times or time zones: ${listed}${more}. Unreadable times stay as they are; if a site’s time zone can’t be read, its times are in ${this.zone}.`;
	}
}
