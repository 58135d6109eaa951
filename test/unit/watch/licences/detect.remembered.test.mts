// What the engine for thresholds remembers, exactly.
import { describe, expect, test } from '@jest/globals';
import {
	detectThresholds,
	type ReportedLevel,
	type Threshold,
} from '../../../../nodes/WorkforceOperations/watch/licences/detect.ts';
import { finding } from '../finding.mts';

describe('thresholds', () => {
	const rung = (subject: string, step: number, changes: Partial<Threshold> = {}): Threshold => ({
		...finding(`${subject}:${step}`, 10 + step),
		subject,
		cycle: 'r1',
		level: step,
		holds: true,
		...changes,
	});
	const [NOW, TODAY] = [20_000.5 * 86_400_000, 20_000];
	const mark = (cycle: string, level: number, day = TODAY): ReportedLevel => ({ cycle, level, day });
	const told = (known?: ReportedLevel) => new Map(known === undefined ? [] : [['s', known]]);

	test.each<[string, ReportedLevel | undefined, Threshold, string[], ReportedLevel | undefined]>([
		['the first one', undefined, rung('s', 40), ['s:40'], mark('r1', 40)],
		['the same step', mark('r1', 40), rung('s', 40), [], mark('r1', 40)],
		['a step above the one that was told', mark('r1', 40), rung('s', 41), [], mark('r1', 40)],
		['a step below it', mark('r1', 40), rung('s', 39), ['s:39'], mark('r1', 39)],
		['the same step of another run', mark('r0', 40), rung('s', 40), ['s:40'], mark('r1', 40)],
		['no step reached any more', mark('r1', 40), rung('s', 40, { holds: false }), [], undefined],
		['what is seen again has been seen today', mark('r1', 40, 19_000), rung('s', 41), [], mark('r1', 40)],
	])('%s', (_, known, given, expected, kept) => {
		const seen = detectThresholds(told(known), [given], { now: NOW, most: 9 });
		expect([seen.findings.map(({ key }) => key), seen.reported.get('s')]).toEqual([expected, kept]);
	});

	test.each<['now' | 'new', number, string[]]>([
		['now', 19, ['s:9']],
		['new', 19, ['s:9']],
		['new', 20, []],
	])('at the beginning with “%s”, which was at %d', (how, since, expected) => {
		const seen = detectThresholds(told(), [rung('s', 9)], { now: NOW, start: { how, since }, most: 9 });
		expect([seen.findings.map(({ key }) => key), seen.reported.get('s')]).toEqual([expected, mark('r1', 9)]);
	});

	test('the oldest first, what does not fit is not remembered, and what was given stays as it is', () => {
		const before = told(mark('r1', 40, 19_000));
		const twice = rung('a', 5, { reason: 'first copy' });
		const seen = detectThresholds(before, [rung('c', 1), twice, rung('b', 2), rung('a', 5)], { now: NOW, most: 2 });
		expect({ findings: seen.findings, waiting: seen.waiting }).toEqual({
			findings: [rung('c', 1), rung('b', 2)],
			waiting: 1,
		});
		const unseen = ['s', mark('r1', 40, 19_000)] as const;
		expect([...seen.reported]).toEqual([unseen, ['c', mark('r1', 1)], ['b', mark('r1', 2)]]);
		expect([...before]).toEqual([unseen]);
	});
});
