import { expect, test } from '@jest/globals';
import { outdated, type NodeType } from '../../../../kit/n8n/nodeTypes.mts';
import { manualStart } from '../../../../kit/n8n/workflows.mts';

const notice = (displayName: string, show?: Record<string, unknown[]>) => ({
	type: 'notice',
	displayName,
	...(show && { displayOptions: { show } }),
});

const types: NodeType[] = [
	{ name: 'a.sheet', version: [3, 4, 4.5], defaultVersion: 4.5 },
	{ name: 'a.sheet', version: [1, 2], defaultVersion: 4.5 },
	{ name: 'a.hidden', version: 1, hidden: true },
	{ name: 'a.gone', version: 1, properties: [notice('This node is deprecated')] },
	{
		name: 'a.call',
		version: [1, 1.1, 1.2],
		properties: [
			notice('This node is out of date.', { '@version': [{ _cnd: { lte: 1.1 } }] }),
			notice('“Each” is deprecated', { mode: ['each'] }),
			notice('Each call counts', { mode: ['once'] }),
		],
	},
];

const node = (type: string, typeVersion: number, parameters = {}) => ({
	...manualStart,
	name: 'Step',
	type,
	typeVersion,
	parameters,
});

test.each([
	['one of today', node('a.sheet', 4), []],
	['an unknown type', node('a.other', 1), ['Step (a.other 1): n8n doesn’t have it']],
	['an unknown version', node('a.sheet', 4.7), ['Step (a.sheet 4.7): n8n doesn’t have it']],
	['an earlier generation', node('a.sheet', 2), ['Step (a.sheet 2): of an earlier generation than 4.5']],
	['a hidden type', node('a.hidden', 1), ['Step (a.hidden 1): n8n hides it']],
	['a deprecated type', node('a.gone', 1), ['Step (a.gone 1): This node is deprecated']],
	['a deprecated version', node('a.call', 1.1), ['Step (a.call 1.1): This node is out of date.']],
	['its next version', node('a.call', 1.2, { mode: 'once' }), []],
	['a deprecated choice', node('a.call', 1.2, { mode: 'each' }), ['Step (a.call 1.2): “Each” is deprecated']],
])('%s', (_, used, wanted) => expect(outdated(used, types)).toEqual(wanted));
