// Every recipe and every draft of a template as a file, without n8n: fields that exist, ways that lead somewhere. Recipes have ids of
// their own, credentials by name only, and a README.
import fs from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { inClone } from '../../../kit/lib/paths.mts';
import { allRecipes, allTemplates } from '../../../kit/n8n/recipes.mts';
import { credentialName, credentialType } from '../../../kit/n8n/sandboxCredentials.mts';
import type { WorkflowNode } from '../../../kit/n8n/workflows.mts';
import { inItalics } from '../docs/pages.mts';
import { read } from '../files.mts';
import { isOurs, problemsOf } from './forms.mts';

const recipes = allRecipes();
const templates = allTemplates();
const names = recipes.map(({ name }) => name);

/** n8n's own nodes that recipes may use: each exists in every n8n that is supported, in this version. */
const foreign = new Set([
	'@n8n/n8n-nodes-langchain.agent 3.1',
	'@n8n/n8n-nodes-langchain.chat 1.2',
	'@n8n/n8n-nodes-langchain.chatHitlTool 1.2',
	'@n8n/n8n-nodes-langchain.chatTrigger 1.4',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi 1.3',
	'@n8n/n8n-nodes-langchain.memoryBufferWindow 1.3',
	'n8n-nodes-base.aggregate 1',
	'n8n-nodes-base.code 2',
	'n8n-nodes-base.compareDatasets 2.3',
	'n8n-nodes-base.convertToFile 1.1',
	'n8n-nodes-base.dataTable 1.1',
	'n8n-nodes-base.emailSend 2.1',
	'n8n-nodes-base.extractFromFile 1',
	'n8n-nodes-base.filter 2.2',
	'n8n-nodes-base.googleSheets 4.5',
	'n8n-nodes-base.httpRequest 4.2',
	'n8n-nodes-base.if 2.2',
	'n8n-nodes-base.manualTrigger 1',
	'n8n-nodes-base.merge 3.2',
	'n8n-nodes-base.microsoftTeams 2',
	'n8n-nodes-base.noOp 1',
	'n8n-nodes-base.postgres 2.6',
	'n8n-nodes-base.readWriteFile 1',
	'n8n-nodes-base.scheduleTrigger 1.2',
	'n8n-nodes-base.set 3.4',
	'n8n-nodes-base.slack 2.3',
	'n8n-nodes-base.sort 1',
	'n8n-nodes-base.splitOut 1',
	'n8n-nodes-base.stickyNote 1',
	'n8n-nodes-base.stopAndError 1',
	'n8n-nodes-base.summarize 1.1',
]);

const kind = ({ type, typeVersion }: WorkflowNode): string => `${type} ${typeVersion}`;

interface Link {
	node: string;
}

interface Interval {
	field: string;
	triggerAtHour?: number;
}

const intervalsOf = ({ parameters }: WorkflowNode): Interval[] =>
	(parameters as { rule: { interval: Interval[] } }).rule.interval;

test('there are the twenty-five recipes, and no folder without one', () => {
	const folders = fs.readdirSync(inClone('recipes'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
	expect(names).toEqual(folders.map(({ name }) => name).sort());
	expect(names).toHaveLength(25);
});

test('no two recipes, nodes or webhooks share an id', () => {
	const ids = recipes.flatMap(({ workflow }) => [
		workflow.id,
		...workflow.nodes.flatMap(({ id, webhookId }) => (webhookId ? [id, webhookId] : [id])),
	]);
	expect(new Set(ids).size).toBe(ids.length);
	expect(new Set(recipes.map(({ workflow }) => workflow.name)).size).toBe(names.length);
	for (const { workflow } of recipes) expect(workflow.id).toMatch(/^[A-Za-z0-9]{16}$/);
});

/** What the page of every recipe consists of, in this order. */
const HEADINGS = ['What to change', 'Try it first', 'What it costs', 'Good to know'];

/** What is more belongs into a guide. */
const MAX_PAGE_BYTES = 3072;

const NODE_SIZE = 96;

interface Box {
	start: [number, number];
	end: [number, number];
}

function boxOf({ position: [x, y], parameters: { width = NODE_SIZE, height = NODE_SIZE } }: WorkflowNode): Box {
	return { start: [x, y], end: [x + Number(width), y + Number(height)] };
}

const overlap = (one: Box, other: Box): boolean =>
	[0, 1].every((axis) => one.start[axis]! < other.end[axis]! && other.start[axis]! < one.end[axis]!);

describe.each([...recipes, ...templates])('$name', ({ workflow }) => {
	const { nodes, connections } = workflow;
	const text = JSON.stringify(workflow);

	test('uses only fields that its nodes have and show', () => {
		expect(nodes.filter(isOurs).length).toBeGreaterThan(0);
		expect(nodes.filter(isOurs).flatMap(problemsOf)).toEqual([]);
		expect(nodes.filter((node) => !isOurs(node) && !foreign.has(kind(node))).map(kind)).toEqual([]);
	});

	test('starts at no hour that the change of the clocks leaves out or repeats', () => {
		const schedules = nodes.filter(({ type }) => type === 'n8n-nodes-base.scheduleTrigger').flatMap(intervalsOf);
		const daily = schedules.filter(({ field }) => !['minutes', 'hours'].includes(field));
		// In Europe, Australia and America clocks change between 1:00 and 3:59; no hour given is midnight.
		expect(daily.filter(({ triggerAtHour: hour = 0 }) => hour >= 1 && hour <= 3)).toEqual([]);
		expect(daily.filter(({ field }) => !['days', 'weeks', 'months'].includes(field))).toEqual([]);
	});

	test('keeps no record of each run that went well, when it runs every few minutes', () => {
		const schedules = nodes.filter(({ type }) => type === 'n8n-nodes-base.scheduleTrigger').flatMap(intervalsOf);
		const often = schedules.some(({ field }) => field === 'minutes');
		expect(workflow.settings?.['saveDataSuccessExecution']).toBe(often ? 'none' : undefined);
	});

	// If and Switch would then give an empty item to a branch that nothing went into, and what follows there would run.
	test('has no If or Switch that always outputs data', () => {
		const branching = nodes.filter(({ type }) => /\.(if|switch)$/.test(type));
		const always = branching.filter((node) => (node as { alwaysOutputData?: boolean }).alwaysOutputData === true);
		expect(always.map((node) => node.name)).toEqual([]);
	});

	test('connects nodes that exist, and refers to none that doesn’t', () => {
		const known = new Set(nodes.map((node) => node.name));
		expect(known.size).toBe(nodes.length);
		const ways = Object.entries(connections as Record<string, Record<string, Link[][]>>);
		const links = ways.flatMap(([, outputs]) => Object.values(outputs).flat(2));
		// A model, a memory or a tool leads to the agent that uses it.
		const used = ways.flatMap(([node, { main }]) => (main === undefined ? [node] : []));
		const named = [...text.matchAll(/\$\('([^']+)'\)/g)].map((match) => match[1] ?? '');
		const mentioned = [...Object.keys(connections), ...links.map(({ node }) => node), ...named];
		expect(mentioned.filter((node) => !known.has(node))).toEqual([]);
		// Everything but the notes and the beginnings is reached.
		const reached = new Set([...links.map(({ node }) => node), ...used]);
		const alone = nodes.filter((node) => !/stickyNote|rigger$/.test(node.type) && !reached.has(node.name));
		expect(alone).toEqual([]);
	});

	test('tells a model of each tool and of each argument what it is, and lets nothing write that no person has seen', () => {
		for (const { name: tool, parameters } of nodes.filter((node) => isOurs(node) && node.type.endsWith('Tool'))) {
			expect(String(parameters['toolDescription'])).toMatch(/^[A-Z].{80,300}\.$/);
			const written = JSON.stringify(parameters).match(/\$fromAI\(/g) ?? [];
			const described = JSON.stringify(parameters).match(/\$fromAI\('\w+', '[A-Z][^']{15,}', '(string|number)'/g) ?? [];
			expect({ tool, described: described.length }).toEqual({ tool, described: written.length });
			const next = (connections as Record<string, Record<string, Link[][]>>)[tool]?.['ai_tool']?.flat() ?? [];
			const isReviewed = next.every(({ node }) => nodes.find((each) => each.name === node)?.type.endsWith('HitlTool'));
			expect({ tool, isReviewed }).toEqual({ tool, isReviewed: parameters['allowWrites'] === true });
		}
	});

	test('shows every node beside its notes, not under them', () => {
		const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		const under = nodes.filter(
			(node) => !notes.includes(node) && notes.some((note) => overlap(boxOf(note), boxOf(node))),
		);
		expect(under.map((node) => node.name)).toEqual([]);
	});

	test('explains itself on the canvas', () =>
		expect(nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true));
});

describe.each(recipes)('The recipe $name', ({ name, workflow }) => {
	const { nodes } = workflow;
	const readme = read(`recipes/${name}/README.md`);

	test('names the credential that npm start makes for all keys, and holds no secret', () => {
		for (const { credentials, type } of nodes) {
			const isOwn = type.startsWith('n8n-nodes-workforce-operations.');
			const own = { [credentialType]: { id: null, name: credentialName('all') } };
			expect(credentials).toEqual(isOwn ? own : undefined);
		}
		expect(JSON.stringify(workflow)).not.toMatch(
			/eyJ[\w-]{8,}|bearer |password|"apiKey":|xox[bp]-|\b127\.0\.0\.1\b|localhost/i,
		);
		expect(workflow.pinData).toBeUndefined();
	});

	test('explains itself in a README that names what to change', () => {
		expect(readme).toMatch(/^# /);
		// A table row or a sentence for each node but the notes.
		const unnamed = nodes.filter(({ name: node, type }) => !type.endsWith('.stickyNote') && !readme.includes(node));
		expect(unnamed.map((node) => node.name)).toEqual([]);
		expect(readme).toContain('](../README.md#get-and-import-a-recipe)');
		const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? '');
		expect(headings).toEqual(HEADINGS);
		expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
		expect(readme).toContain(`![The canvas of the workflow “${workflow.name}”](canvas.png)`);
		const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '');
		expect(links.filter((link) => !fs.existsSync(inClone('recipes', name, link)))).toEqual([]);
	});
});

// Drafts for n8n's library of templates, by what n8n asks of them: every step is explained beside it, and nothing in them is anybody's own.
const labels = read('test/unit/rules/table.txt');
/** What a note's first part is about. */
const PARTS = ['How it works', 'You need', 'Set up', 'Make it yours'];
const LONGEST_SENTENCE = 25;

test('there are three templates, each named in the page on verification', () => {
	const page = read('docs/develop/verification.md');
	expect(templates).toHaveLength(3);
	expect(templates.filter(({ name }) => !page.includes(`(templates/${name}.json)`))).toEqual([]);
});

describe.each(templates)('The template $name', ({ workflow }) => {
	const notes = workflow.nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	const steps = workflow.nodes.filter((node) => !notes.includes(node));
	const contents = notes.map(({ parameters }) => String(parameters['content']));

	test('begins with a note that says for whom it is, what it does, what it needs and how to set it up', () => {
		expect(contents[0]).toMatch(/^## .+\nFor /);
		expect([...(contents[0] ?? '').matchAll(/^\*\*(.+?):?\*\*/gm)].map(([, part]) => part)).toEqual(PARTS);
		expect(contents[0]).toContain('n8n-nodes-workforce-operations');
	});

	test('explains each step in a note of its own, right above or below it', () => {
		expect(contents.slice(1).map((text) => /^### (.+)\n/.exec(text)?.[1])).toEqual(
			steps.map(({ name }, at) => `${at + 1}. ${name}`),
		);
		const apart = steps.filter(({ position: [x, y] }, at) => {
			const { position, parameters } = notes[at + 1]!;
			const [width, height] = [Number(parameters['width']), Number(parameters['height'])];
			const isAcross = position[0] <= x && x + 96 <= position[0] + width;
			return !isAcross || Math.min(Math.abs(position[1] + height - y), Math.abs(position[1] - y - 96)) > 48;
		});
		expect(apart.map(({ name }) => name)).toEqual([]);
	});

	test('names fields as the forms do, in short sentences', () => {
		const named = contents.flatMap((text) => inItalics(text));
		expect(named.filter((name) => !labels.includes(`“${name}”`))).toEqual([]);
		const sentences = contents.flatMap((text) => text.split(/\n|(?<=[.!?:]) /));
		expect(sentences.filter((sentence) => sentence.split(' ').length > LONGEST_SENTENCE)).toEqual([]);
	});

	test('holds no id, no credential, and no address but examples', () => {
		const text = JSON.stringify(workflow);
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
		const kept = workflow.nodes.filter((node) => 'id' in node || 'webhookId' in node || 'credentials' in node);
		expect(kept.map(({ name }) => name)).toEqual([]);
		expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|instanceId|https?:/);
		const addresses = text.match(/[\w.+-]+@[\w.-]+/g) ?? [];
		expect(addresses.filter((address) => !/@example\.com$/.test(address))).toEqual([]);
	});
});
