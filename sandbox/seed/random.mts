/** A small deterministic generator (mulberry32): every seed of the same size gives the same company. */
export class Random {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** A number from 0 (inclusive) to 1 (exclusive). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let t = this.state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** An integer from `low` to `high`, both inclusive. */
	between(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	pick<Item>(items: readonly Item[]): Item {
		const item = items[this.between(0, items.length - 1)];
		if (item === undefined) throw new Error('Nothing to pick from.');
		return item;
	}

	chance(share: number): boolean {
		return this.next() < share;
	}
}
