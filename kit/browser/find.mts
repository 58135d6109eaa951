// Finds or installs a browser for the tests of the editor.
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../lib/processes.mts';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const elsewhere = [
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
	'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** `CHROME_PATH` names a browser in another place. */
export function findBrowser(): string | undefined {
	const chosen = process.env['CHROME_PATH'];
	if (chosen) {
		if (fs.existsSync(chosen)) return chosen;
		throw new Error(`CHROME_PATH names ${chosen}, which doesn't exist.`);
	}
	const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
	const candidates = [
		...folders.flatMap((folder) => commands.map((command) => path.join(folder, command))),
		...elsewhere,
	];
	return candidates.find((file) => fs.existsSync(file));
}

/** Only a machine dedicated to tests gets a browser unasked. */
const mayInstall = (): boolean =>
	Boolean(process.env['CI']) && process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get');

/** Without a browser the tests that need it are skipped and say so. */
export async function provideBrowser(say: (line: string) => void): Promise<void> {
	if (findBrowser() !== undefined || !mayInstall()) return;
	say('Installing Chromium for the editor’s tests …');
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	await run('apt-get', ['update', '-qq'], { env });
	const { code, output } = await run(
		'apt-get',
		['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
		{ env },
	);
	if (code !== 0)
		say(
			`Chromium could not be installed, so the editor’s tests will be skipped:\n${output.trim().split('\n').slice(-3).join('\n')}`,
		);
}
