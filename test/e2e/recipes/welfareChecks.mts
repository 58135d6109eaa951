// Unanswered welfare checks: one alert for each, wherever the service lists it.
import { expect } from '@jest/globals';
import type { Execution } from '../../../scripts/n8n/executions.mts';
import { runPinned, withRecipe, type Kitchen } from './kitchen.mts';
import { output, sorted, type LiveShift } from './results.mts';

interface CheckedShift extends LiveShift {
	welfareCheckNotifResponses: Array<{ welfareCheckId: number }>;
}

const recipe = 'unanswered-welfare-checks-to-alert';
const trigger = 'Every 5 minutes';

export const alertsOnce = (kitchen: Kitchen): Promise<void> =>
	withRecipe(kitchen, recipe, async (id) => {
		const { admin, mailbox } = kitchen;
		const run = (): Promise<Execution> => runPinned(kitchen, id, trigger);
		// What the roster left unanswered so far; also shifts that began so long ago that the service's own window has passed them.
		const starts = ((await run()).outputs['Who is on shift'] ?? []).map(({ startTime }) => String(startTime));
		const hoursAgo = (Date.now() - Math.min(...starts.map(Date.parse))) / 3_600_000;
		expect(hoursAgo).toBeGreaterThan(18);
		expect(hoursAgo).toBeLessThan(36.5);
		mailbox.mails.splice(0);
		const now = Date.now();
		const shifts = (await admin<CheckedShift[]>('GET', '/live')).filter(
			({ startTime, endTime }) => Date.parse(startTime) < now && Date.parse(endTime) > now,
		);
		const send = async (shift: CheckedShift | undefined): Promise<number> => {
			const { welfareCheckNotifResponses } = await admin<CheckedShift>('POST', `/live/${shift?.shiftId}/welfarecheck`);
			return welfareCheckNotifResponses.at(-1)?.welfareCheckId ?? 0;
		};
		const [one, two, three] = shifts;
		const refusedCheck = await send(one);
		const takenCheck = await send(two);
		const answered = await send(three);
		await admin('POST', `/live/welfarechecks/${answered}/answer`);
		// The roster goes on meanwhile: only what the test made is looked at.
		const subject = (shift: CheckedShift | undefined): string =>
			`No answer to a welfare check: ${shift?.name}, ${shift?.siteName}`;
		const mails = (): string[] =>
			sorted(
				mailbox.mails
					.splice(0)
					.map((mail) => mail.subject)
					.filter((each) => [one, two, three].map(subject).includes(each)),
			);
		const newChecks = ({ outputs }: Execution): string[] =>
			sorted((outputs['Not reported yet'] ?? []).map(({ check }) => check)).filter((check) =>
				[refusedCheck, takenCheck, answered].map(String).includes(check),
			);
		mailbox.refuse(new RegExp(`${one?.name}, `));
		const first = await run();
		expect(newChecks(first)).toEqual(sorted([refusedCheck, takenCheck]));
		// The one that was taken is remembered although the run ends with an error.
		expect(first.status).toBe('error');
		expect(first.error?.message).toContain('next run tries again');
		expect(mails()).toEqual([subject(two)]);
		mailbox.refuse(undefined);
		const second = await run();
		expect(output(second, 'Remember').length).toBeGreaterThan(0);
		expect(newChecks(second)).toEqual([String(refusedCheck)]);
		expect(mails()).toEqual([subject(one)]);
		const third = await run();
		expect(third.status).toBe('success');
		expect(newChecks(third)).toEqual([]);
		expect(mails()).toEqual([]);
	});

/** The service doesn't document which of its two lists holds what; here it is every way round. */
export const findsInEitherList = (kitchen: Kitchen): Promise<void> =>
	withRecipe(kitchen, recipe, async (id) => {
		const dateSent = new Date(Date.now() - 20 * 60_000).toISOString();
		const check = (number: number, hasResponse: boolean): Record<string, unknown> => ({
			welfareCheckId: 990_000 + number,
			dateSent,
			hasResponse,
		});
		const shift = (name: string, first: unknown, second: unknown): { json: Record<string, unknown> } => ({
			json: { name, siteName: 'Pier 4', welfareCheckResponses: first, welfareCheckNotifResponses: second },
		});
		const run = await runPinned(kitchen, id, trigger, {
			'Who is on shift': [
				shift('In the first', [check(1, false)], []),
				shift('In the second', null, [check(2, false), check(3, true)]),
				shift('In both', [check(4, false)], [check(4, false)]),
				shift('Answered in one of them', [check(5, true)], [check(5, false)]),
				shift('Without a check', [], undefined),
			],
		});
		const found = output(run, 'Alert').map(({ check: number }) => Number(number) - 990_000);
		expect(found.sort((a, b) => a - b)).toEqual([1, 2, 4]);
		const subjects = kitchen.mailbox.mails.splice(0).map(({ subject }) => subject);
		expect(sorted(subjects)).toEqual(
			['In both', 'In the first', 'In the second'].map((name) => `No answer to a welfare check: ${name}, Pier 4`),
		);
	});
