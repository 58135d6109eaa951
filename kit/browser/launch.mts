// A headless browser for tests and pictures.
import { chromium, type Browser } from 'playwright-core';

const quiet = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-dev-shm-usage',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** `program`: the browser's executable. */
export const launchBrowser = (program: string): Promise<Browser> =>
	chromium.launch({ executablePath: program, args: quiet });
