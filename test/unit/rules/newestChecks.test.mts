// Rules of n8n's linter that are younger than the newest one in the registry, read from the built package and held against its descriptions.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { buildIfChanged } from '../../../kit/lib/build.mts';
import { inClone } from '../../../kit/lib/paths.mts';
import { allFields } from './nodes.mts';

const MAX_HINT = 120;
const MIN_CONTRAST = 1.5;
const BACKGROUND = { light: '#ffffff', dark: '#2b2b2b' };
const FLOW = /^(logic|flow)$/i;
const ACCOUNT_ID = /^(partner|affiliate|reseller|account|tenant|customer|client)_?id$/i;

const longHints = (fields: INodeProperties[]): string[] =>
	allFields(fields).flatMap(({ name, hint = '' }) => (hint.length > MAX_HINT ? [name] : []));

const openEnded = (fields: INodeProperties[]): string[] =>
	fields.flatMap(({ name, type, required }) => (type === 'json' && required !== true ? [name] : []));

/** Field defaults, and what the code gives such a name. */
function fixedIds(fields: INodeProperties[], code: string): string[] {
	const inForms = allFields(fields).filter(
		({ name, default: value }) => ACCOUNT_ID.test(name) && typeof value === 'string' && value !== '',
	);
	const inCode = [...code.matchAll(/["']?(\w+)["']?\s*[:=]\s*(["'`])(\w[^"'`\n]*)\2/g)].filter(([, name = '']) =>
		ACCOUNT_ID.test(name),
	);
	return [...inForms.map(({ name }) => name), ...inCode.map(([text]) => text)];
}

const flowCategories = (codex: { categories?: string[]; subcategories?: Record<string, string[]> }): string[] =>
	[...(codex.categories ?? []), ...Object.entries(codex.subcategories ?? {}).flat(2)].filter((name) => FLOW.test(name));

function luminance(colour: string): number {
	const full = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Of its colours the best; black where it names none. */
function contrast(svg: string, background: string): number {
	const colours = [...svg.matchAll(/(?:fill|stroke|stop-color)\s*[=:]\s*"?(#[0-9a-f]{6}|#[0-9a-f]{3})\b/gi)];
	const ratios = (colours.length === 0 ? ['#000000'] : colours.map(([, colour = '']) => colour)).map((colour) => {
		const [low = 0, high = 0] = [luminance(colour), luminance(background)].sort((one, other) => one - other);
		return (high + 0.05) / (low + 0.05);
	});
	return Math.max(...ratios);
}

describe('each rule finds what it is there for', () => {
	const field = (more: Partial<INodeProperties>): INodeProperties => ({
		displayName: 'Query',
		name: 'query',
		type: 'string',
		default: '',
		...more,
	});

	test('in a form', () => {
		const inside = field({ type: 'collection', options: [field({ name: 'deep', hint: 'x'.repeat(121) })] });
		expect(longHints([inside])).toEqual(['deep']);
		const asked = field({ type: 'json', name: 'asked', required: true });
		expect(openEnded([field({ type: 'json' }), asked])).toEqual(['query']);
		expect(fixedIds([field({ name: 'accountId', default: '4711' })], '')).toEqual(['accountId']);
	});

	test.each(["qs: { partner_id: 'fixed-partner' }", 'tenantId = "4711"', "{ 'clientId': 'abc' }"])(
		'an id of somebody in the code: %s',
		(code) => expect(fixedIds([], code)).toHaveLength(1),
	);

	test('a category of flow, and a black icon on a dark ground', () => {
		const codex = { categories: ['Sales'], subcategories: { 'Core Nodes': ['Flow'] } };
		expect(flowCategories(codex)).toEqual(['Flow']);
		expect(contrast('<svg fill="#000"/>', BACKGROUND.dark)).toBeLessThan(MIN_CONTRAST);
		expect(contrast('<svg/>', BACKGROUND.dark)).toBeLessThan(MIN_CONTRAST);
	});
});

describe('the built package', () => {
	let files: string[];
	let descriptions: INodeTypeDescription[];
	beforeAll(async () => {
		await buildIfChanged();
		const load = createRequire(inClone('package.json'));
		const { n8n } = load('./package.json') as { n8n: { nodes: string[] } };
		files = n8n.nodes.map((file) => inClone(file));
		descriptions = files.map((file) => {
			const [Node] = Object.values(load(file) as Record<string, new () => { description: INodeTypeDescription }>);
			return new Node!().description;
		});
	});

	test('has three nodes with fields, which are looked at', () =>
		expect(descriptions.map(({ properties }) => properties.length > 0)).toEqual([true, true, true]));

	test('has no hint of more than 120 characters', () =>
		expect(descriptions.flatMap(({ properties }) => longHints(properties))).toEqual([]));

	test('asks for JSON at the top only where it is needed', () =>
		expect(descriptions.flatMap(({ properties }) => openEnded(properties))).toEqual(['body']));

	test('names no partner, account or customer of its own', () => {
		const code = [...files, inClone('dist', 'package.js')].map((file) => fs.readFileSync(file, 'utf8')).join('\n');
		const fields = descriptions.flatMap(({ properties }) => properties);
		expect(fixedIds(fields, code)).toEqual([]);
	});

	test('is no logic and no flow', () => {
		const codexes = files.map((file) => JSON.parse(fs.readFileSync(file.replace(/\.js$/, '.json'), 'utf8')) as object);
		expect(codexes.flatMap(flowCategories)).toEqual([]);
	});

	test('has icons that are seen on light and on dark ground, that of the credential among them', () => {
		const load = createRequire(inClone('package.json'));
		const { n8n } = load('./package.json') as { n8n: { credentials: string[] } };
		const credentials = n8n.credentials.map((file): [string, unknown] => {
			const [Credential] = Object.values(load(inClone(file)) as Record<string, new () => { icon: unknown }>);
			return [inClone(file), new Credential!().icon];
		});
		const icons = [...files.map((file, at): [string, unknown] => [file, descriptions[at]?.icon]), ...credentials];
		expect(icons).toHaveLength(4);
		const pale = icons.flatMap(([file, icon]) =>
			(['light', 'dark'] as const).filter((theme) => {
				const name = (icon as Record<typeof theme, string>)[theme].replace('file:', '');
				return contrast(fs.readFileSync(path.join(path.dirname(file), name), 'utf8'), BACKGROUND[theme]) < MIN_CONTRAST;
			}),
		);
		expect(pale).toEqual([]);
	});

	test('has no optional field at the top for which docs/develop/verification.md gives no reason, and that page no other', () => {
		const page = fs.readFileSync(inClone('docs', 'develop', 'verification.md'), 'utf8');
		const section = page.split('\n## Optional fields at the top\n')[1]?.split('\n## ')[0] ?? '';
		const [patterns = '', rows = ''] = section.split('| --- | --- |');
		const listed = [
			...[...patterns.matchAll(/\*([^*]+)\*/g)].map(([, name]) => name ?? ''),
			...[...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', ')),
		];
		const optional = descriptions
			.flatMap(({ properties }) => properties)
			.filter(({ required, type }) => required !== true && type !== 'notice' && type !== 'hidden')
			.map(({ displayName }) => displayName);
		expect([...listed].sort()).toEqual([...new Set(optional)].sort());
	});
});
