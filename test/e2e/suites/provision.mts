// The recipes as `npm start` lays them out for a newcomer.
import { expect, test } from '@jest/globals';
import { freshCredentials, type World } from '../../../kit/n8n/world.mts';
import { allRecipes } from '../../../kit/n8n/recipes.mts';
import { deleteWorkflow, getWorkflow, unpublish } from '../../../kit/n8n/workflows.mts';
import { provideRecipes } from '../../../scripts/start/provision.mts';
import type { StartState } from '../../../scripts/start/state.mts';

export function provisionSuite(world: () => World): void {
	test('every recipe is there; those that start by themselves and need no account are published, once', async () => {
		const { session, sandbox } = world();
		await freshCredentials(world());
		const state: StartState = { credentials: {}, recipes: {} };
		const provide = () => provideRecipes(session, sandbox, state, () => undefined);
		const first = await provide();
		try {
			expect(first.map(({ name }) => name)).toEqual(allRecipes().map(({ workflow }) => workflow.name));
			const notes = new Set(first.map(({ note }) => note));
			expect([...notes].sort()).toEqual(['add your credential, then publish', 'published', 'run it by hand']);
			for (const { id, note } of first) {
				const { active } = await getWorkflow(session, id);
				expect({ note, active }).toEqual({ note, active: note === 'published' });
			}
			const [published] = first.filter(({ note }) => note === 'published');
			if (published === undefined) throw new Error('nothing was published');
			await unpublish(session, published.id);
			const changed = first.map((one) => (one === published ? { ...one, note: 'unpublished' } : one));
			expect(await provide()).toEqual(changed);
		} finally {
			for (const { id, note } of first) {
				if (note === 'published') await unpublish(session, id);
				await deleteWorkflow(session, id);
			}
		}
	});
}
