// The report of a comparison, for people or programs.
import type { Difference } from './differences.mts';
import { unnecessaryBy } from '../docs/guesses.mts';
import { detailLines } from './details/finding.mts';
import { readingLines } from './readings.mts';
import type { Comparison } from './run.mts';

const differenceCount = ({ calls }: Comparison): number =>
	calls.reduce((count, { differences }) => count + differences.length, 0);

/** 0 if nothing differs, 1 for differences, 2 if the comparison failed or compared nothing. */
export function exitCodeOf(comparison: Comparison): number {
	if (comparison.failure !== null || comparison.calls.length === 0) return 2;
	return differenceCount(comparison) > 0 ? 1 : 0;
}

export function asJson(comparison: Comparison): string {
	const differences = differenceCount(comparison);
	return JSON.stringify({ equal: exitCodeOf(comparison) === 0, differences, ...comparison }, null, '\t');
}

function line({ kind, place, service, sandbox }: Difference): string {
	const where = place === '' ? kind : `${kind} ${place}`;
	if (service === null) return `${where}: only in the sandbox (${String(sandbox)})`;
	if (sandbox === null) return `${where}: only in the service (${service})`;
	return `${where}: service ${service}, sandbox ${sandbox}`;
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export function asText(comparison: Comparison): string {
	const { service, keys, calls, skipped, readings, details, failure } = comparison;
	const lines: string[] = [];
	const types = keys.map(({ keyType, audited }) => `${keyType}${audited ? ' with login audit' : ''}`);
	lines.push(`Compared ${service} with the sandbox; keys: ${types.join(', ') || 'none'}.`);
	for (const call of calls) {
		const bare = call.differences.length === 0 && call.probe !== 'token refused' && call.probe !== 'key refused';
		const empty = bare && call.service.status === 200 && !(call.service.records && call.sandbox.records);
		const note = empty ? ' (no records to compare)' : '';
		lines.push(
			`${call.differences.length === 0 ? 'same   ' : 'DIFFERS'}  ${call.endpoint}, ${call.probe} (${call.keyType})${note}`,
		);
		for (const difference of call.differences) lines.push(`           ${line(difference)}`);
	}
	for (const { endpoint, keyType, probe, reason } of skipped)
		lines.push(`skipped  ${endpoint}, ${probe} (${keyType}): ${reason}`);
	lines.push(...readingLines(readings));
	lines.push(
		`${plural(calls.length, 'call')}, ${plural(differenceCount(comparison), 'difference')}, ${skipped.length} skipped.`,
	);
	const found = [...new Set(readings.flatMap(({ choice, value }) => (value === null ? [] : [`${choice}=${value}`])))];
	if (found.length > 0) lines.push('', 'Answers found:');
	for (const answer of found) lines.push(unnecessaryBy(...(answer.split('=') as [string, string])));
	lines.push('', ...detailLines(details));
	if (failure !== null) lines.push(`Stopped: ${failure}`);
	return lines.join('\n');
}
