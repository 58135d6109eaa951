// What a run of a recipe gave, in a form that can be compared.
import { expect } from '@jest/globals';
import type { Execution } from '../../../kit/n8n/executions.mts';
import type { PinData } from '../../../kit/n8n/workflows.mts';

/** A shift as the sandbox's admin API lists it. */
export interface LiveShift {
	shiftId: number;
	name: string;
	siteName: string;
	customerName: string;
	startTime: string;
	endTime: string;
	timeIn: string | null;
	timeOut: string | null;
}

/** What a node of a run that succeeded put out. */
export const output = (run: Execution, node: string): Array<Record<string, unknown>> => {
	expect(run.error).toBeUndefined();
	expect(run.status).toBe('success');
	return run.outputs[node] ?? [];
};

/** The messages that a node was to post, kept by `keepMessage`. */
export const messagesOf = (run: Execution, node: string): string[] =>
	output(run, node).map(({ message }) => String(message));

export const sorted = (values: unknown[]): string[] => values.map(String).sort();

/** As many items as the run gives to a node that is pinned, each belonging to the one at its place. */
export const taken = (count: number): PinData[string] =>
	Array.from({ length: count }, (_none, item) => ({ json: { ok: true }, pairedItem: { item } }));
