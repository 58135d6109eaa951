import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../lib/wait.mts';

/** Under heavy load the editor may miss the first moves of a drag, so it is repeated after this time. */
const SHOWN_MS = 10_000;

async function dragOnce(page: Page, from: Locator, onto: Locator): Promise<void> {
	await onto.scrollIntoViewIfNeeded();
	const [begin, end] = [await from.boundingBox(), await onto.boundingBox()];
	if (!begin || !end) throw new Error('The dragged element or its target is not on the screen.');
	await page.mouse.move(begin.x + begin.width / 2, begin.y + begin.height / 2);
	await page.mouse.down();
	// A drag begins with a small move.
	await page.mouse.move(begin.x + 60, begin.y + 40, { steps: 5 });
	await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 15 });
	await page.mouse.up();
}

/** Drags until `shown` is visible. */
export async function drag(page: Page, from: Locator, onto: Locator, shown: Locator): Promise<void> {
	await waitFor('the dragged element to be at its target', async () => {
		if (await shown.isVisible()) return true;
		await dragOnce(page, from, onto);
		return await shown.waitFor({ timeout: SHOWN_MS }).then(
			() => true,
			() => false,
		);
	});
}
