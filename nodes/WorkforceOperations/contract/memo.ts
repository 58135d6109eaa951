/** Limits the memory: about ten years of days, and more names than any service uses. */
const MOST = 4000;

/** Computes each result once, and forgets all of them when there are too many. */
export function remembering<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
	const known = new Map<Key, Value>();
	return (key) => {
		if (!known.has(key)) {
			if (known.size >= MOST) known.clear();
			known.set(key, compute(key));
		}
		return known.get(key) as Value;
	};
}
