import type { NodeExecutionHint } from 'n8n-workflow';
import { type Incomplete, incompleteWords, type Usage } from '../transport';

/** What a run tells beside its items: n8n shows it above them. One for all items of a run, so that nothing is told twice. */
export class Hints {
	private readonly told = new Map<string, NodeExecutionHint>();

	/** Lists that may lack records. */
	private readonly lists: Incomplete[] = [];

	/** Names that were asked for, and whether any record has had them. */
	private readonly names = new Map<string, boolean>();

	say(message: string, type: NodeExecutionHint['type'] = 'info'): void {
		this.told.set(message, { message, type, location: 'outputPane' });
	}

	/** A list was read; `incomplete` where it may lack records. */
	read(incomplete: Incomplete | undefined): void {
		if (incomplete !== undefined) this.lists.push(incomplete);
	}

	/** What is to be said of the lists together: nobody may overlook it, so that it belongs into the log as well. */
	get ofLists(): string | undefined {
		const [first] = this.lists;
		if (first === undefined) return undefined;
		const words = incompleteWords(first);
		return this.lists.length === 1 ? words : `${this.lists.length} lists may be incomplete. The first: ${words}`;
	}

	/** A field was asked for; `found` where the records have it. */
	asked(name: string, found: boolean): void {
		this.names.set(name, found || this.names.get(name) === true);
	}

	/** Told of a run that used more than half of what its key may send in a minute: whatever comes next may have to wait. */
	used({ sent, left, perMinute }: Usage): void {
		if (sent > perMinute / 2)
			this.say(`${sent} requests; ${left} left in this minute. What needs more waits by itself.`);
	}

	get all(): NodeExecutionHint[] {
		if (this.ofLists !== undefined) this.say(this.ofLists, 'warning');
		const missing = [...this.names].filter(([, found]) => !found).map(([name]) => `“${name}”`);
		if (missing.length > 0) {
			this.say(
				`No record has ${missing.join(', ')}. Check the spelling in Output Fields: names are those of the service, in the same letter case.`,
				'warning',
			);
		}
		return [...this.told.values()];
	}
}
