// What n8n makes of the packed package.
import { expect, test } from '@jest/globals';
import { nodeTypesOf, outdated } from '../../../kit/n8n/nodeTypes.mts';
import { allRecipes } from '../../../kit/n8n/recipes.mts';
import type { World } from '../../../kit/n8n/world.mts';
import { promised, triggerType } from '../trigger/workflow.mts';
import { watchType } from '../watch/workflow.mts';

interface LoadedType {
	name: string;
	displayName: string;
	iconUrl?: string | { light: string; dark: string };
}

const ours = 'n8n-nodes-workforce-operations';

export function installationSuite(world: () => World): void {
	const load = async (file: string): Promise<LoadedType[]> => world().session.request('GET', `/types/${file}.json`);

	test('n8n loads the three nodes, the tool that it makes of the action, and the credential', async () => {
		const nodes = (await load('nodes')).map(({ name }) => name).filter((name) => name.startsWith(ours));
		expect(new Set(nodes)).toEqual(
			new Set([
				`${ours}.workforceOperations`,
				`${ours}.workforceOperationsTool`,
				`${ours}.workforceOperationsTrigger`,
				`${ours}.workforceOperationsWatchTrigger`,
			]),
		);
		const credentials = (await load('credentials')).filter(({ name }) => name === 'workforceOperationsApi');
		expect(credentials.map(({ displayName }) => displayName)).toEqual(['Workforce Operations API']);
	});

	test('every node that the recipes use is one that n8n offers today, in this version', async () => {
		const types = await nodeTypesOf(world().session);
		expect(allRecipes().flatMap(({ workflow }) => workflow.nodes.flatMap((node) => outdated(node, types)))).toEqual([]);
	});

	const previewed = async (type: string, version: string): Promise<string[]> => {
		const path = `/schemas/${type}/${version}.json`;
		return Object.keys((await world().session.request<{ properties: object }>('GET', path)).properties);
	};

	test('n8n serves the output previews of the triggers, for people who build before anything has happened', async () => {
		expect(await previewed(triggerType, '1.1.0')).toEqual(expect.arrayContaining(promised));
		expect(await previewed(watchType, '1.2.0')).toEqual(['watch']);
	});

	test('the icons of nodes and credential are served', async () => {
		const types = [...(await load('nodes')), ...(await load('credentials'))].filter(
			({ name }) => name.startsWith(ours) || name === 'workforceOperationsApi',
		);
		const icons = types.flatMap(({ iconUrl }) =>
			typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [iconUrl],
		);
		expect(icons.length).toBeGreaterThanOrEqual(5);
		for (const icon of icons) {
			expect(icon).toBeDefined();
			const response = await fetch(`${world().n8n.url}/${icon}`);
			expect({ icon, status: response.status, type: response.headers.get('content-type') }).toEqual({
				icon,
				status: 200,
				type: expect.stringContaining('svg'),
			});
		}
	});
}
