// What a model is told of writes: what was held back, what may have worked, and errors of what surely didn't happen.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { agentOf, batchToldToAgent, toldToAgent } from '../../../nodes/WorkforceOperations/operations/agents.ts';
import type { RowResult } from '../../../nodes/WorkforceOperations/operations/types.ts';
import type { Agent } from '../../../nodes/WorkforceOperations/transport/index.ts';
import { formOf } from '../form/support.mts';
import { lostError, serviceError } from './support.mts';

const agent = (allowsWrites: boolean, ...held: IDataObject[]): Agent => ({ allowsWrites, held }) as unknown as Agent;
const OFF = 'Nothing was written: “Allow Writes” is off. Only a person can switch it on, in the tool.';
const MAYBE = 'It may have worked. Do not call this again; ask a person.';

const heldBack = (wouldSend: unknown): RowResult =>
	({ outcomes: [{ json: { written: false, wouldSend, notes: [OFF] } }], unwritten: true }) as RowResult;
const open = (...words: string[]): RowResult => ({
	outcomes: [{ json: { written: null, notes: [MAYBE, ...words] } }],
	unknown: true,
});

const done: RowResult = { outcomes: [{ json: { id: 1 } }, { json: { id: 2 } }] };
const unknown: RowResult = { outcomes: [{ json: { id: 3 } }], unknown: true };
const refused: RowResult = { error: serviceError() };
const lost: RowResult = { error: lostError() };

test.each<[string, IDataObject, Agent | undefined]>([
	['n8n-workforce', { allowWrites: true }, undefined],
	['n8n-workforceTool', { allowWrites: true }, agent(true)],
	['n8n-workforceTool', { allowWrites: 'true' }, agent(false)],
	['n8n-workforceTool', {}, agent(false)],
])('a node of the type %s with %j has the agent %j', (type, parameters, expected) =>
	expect(agentOf({ ...formOf().node, type, parameters: parameters as never })).toEqual(expected),
);

describe('A write', () => {
	test.each<[string, Agent, RowResult, RowResult]>([
		['that was held back', agent(false, { a: 1 }), done, heldBack({ a: 1 })],
		['of which two requests were', agent(false, { a: 1 }, { b: 2 }), done, heldBack([{ a: 1 }, { b: 2 }])],
		['that is done', agent(true), done, done],
		['that was refused', agent(true), refused, refused],
		['whose answer doesn’t say', agent(true), unknown, open()],
		['whose answer was lost', agent(true), lost, open('No')],
	])('%s', (_, who, result, told) => {
		expect(toldToAgent(who, result)).toEqual(told);
		expect(who.held).toEqual([]);
	});
});

describe('Rows that are written together', () => {
	test.each<[string, Agent, RowResult[], RowResult[]]>([
		['that were held back are one', agent(false, { a: 1 }), [done, done], [heldBack({ a: 1 })]],
		['are a preview each', agent(false), [done, { outcomes: [] }], [heldBack({ id: 1 }), heldBack(null)]],
		['are what they are once they may be written', agent(true), [done, unknown], [done, open()]],
		['may have worked, some of them', agent(true), [refused, lost], [refused, open('No')]],
	])('%s', (_, who, results, told) => {
		for (const keepGoing of [true, false]) {
			const again = { ...who, held: [...who.held] };
			expect(batchToldToAgent(again, results, keepGoing)).toEqual(told);
		}
	});

	test('are an error where none of them can have been written, unless the node goes on', () => {
		for (const allowsWrites of [true, false]) {
			expect(() => batchToldToAgent(agent(allowsWrites), [done, refused], false)).toThrow('No');
			expect(batchToldToAgent(agent(allowsWrites), [refused], true)).toEqual([refused]);
		}
	});
});
