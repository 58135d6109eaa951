// `npm run dev`: builds every change to files that n8n loads, and restarts n8n.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** An editor writes a file in several steps, and a rename affects many files: together they are one change. */
const quietMs = 300;

interface Watching {
	/** Resolves with the files that have changed since the last call, once nothing has changed for a moment. */
	next: () => Promise<string[]>;
	close: () => void;
}

/** Watches files and whole folders below `root`. Files are watched by their folders, because editors replace them. */
export function watchFiles(root: string, entries: readonly string[]): Watching {
	const changed = new Set<string>();
	let wake: () => void = () => undefined;
	const note = (name: string): void => {
		changed.add(name);
		wake();
	};
	const isFolder = (name: string): boolean =>
		fs.statSync(path.join(root, name), { throwIfNoEntry: false })?.isDirectory() === true;
	const files = entries.filter((entry) => !isFolder(entry));
	const watchers = new Map<string, fs.FSWatcher>();
	/** Each folder separately: a recursive watch loses files that were replaced. */
	const watchFolder = (folder: string): void => {
		if (watchers.has(folder)) return;
		const watcher = fs.watch(path.join(root, folder), (_event, name) => {
			const changedName = path.join(folder, name ?? '');
			if (folder === '' && !files.includes(changedName)) return;
			if (isFolder(changedName)) watchFolder(changedName);
			note(changedName);
		});
		watcher.on('error', () => watcher.close());
		watchers.set(folder, watcher);
		if (folder === '') return;
		for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true }))
			if (entry.isDirectory()) watchFolder(path.join(folder, entry.name));
	};
	for (const folder of ['', ...entries.filter(isFolder)]) watchFolder(folder);
	return {
		async next() {
			if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
			for (let known = 0; known < changed.size;) {
				known = changed.size;
				await sleep(quietMs);
			}
			const names = [...changed];
			changed.clear();
			return names.sort();
		},
		close: () => watchers.forEach((watcher) => watcher.close()),
	};
}

interface Steps {
	next: Watching['next'];
	/** Builds and installs; false if the result is unchanged. */
	build: () => Promise<boolean>;
	restart: () => Promise<void>;
	say: (line: string) => void;
	signal: AbortSignal;
}

/** Builds after each change and restarts n8n. Build errors are reported, and n8n continues with the last build. */
export async function develop({ next, build, restart, say, signal }: Steps): Promise<void> {
	while (!signal.aborted) {
		const files = await next();
		if (signal.aborted) return;
		say(
			`Changed: ${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}. Building …`,
		);
		try {
			if (!(await build())) {
				say('Nothing that n8n loads has changed.');
				continue;
			}
		} catch (error) {
			say(`${error instanceof Error ? error.message : String(error)}\nn8n continues with the previous build.`);
			continue;
		}
		await restart();
		say('n8n now runs your changes. Reload its page.');
	}
}
