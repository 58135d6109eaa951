// Drafts for n8n's library of templates, by what n8n asks of them: every step is explained beside it, and nothing in them is anybody's own.
import fs from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { inClone } from '../../../kit/lib/paths.mts';
import { allTemplates } from '../../../kit/n8n/recipes.mts';
import { inItalics } from '../docs/pages.mts';

const templates = allTemplates();
const labels = fs.readFileSync(inClone('test', 'unit', 'rules', 'table.txt'), 'utf8');
/** What a note's first part is about. */
const PARTS = ['How it works', 'You need', 'Set up', 'Make it yours'];
const LONGEST_SENTENCE = 25;

test('there are three, each named in the page on verification', () => {
	const page = fs.readFileSync(inClone('docs', 'develop', 'verification.md'), 'utf8');
	expect(templates).toHaveLength(3);
	expect(templates.filter(({ name }) => !page.includes(`(templates/${name}.json)`))).toEqual([]);
});

describe.each(templates)('$name', ({ workflow }) => {
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
