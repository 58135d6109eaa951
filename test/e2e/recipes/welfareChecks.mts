// Unanswered welfare checks: one alert for each, also when the mail server refused it at first.
import { expect } from '@jest/globals';
import { waitFor } from '../../../kit/lib/wait.mts';
import { publish } from '../../../kit/n8n/workflows.mts';
import { tenSeconds } from '../watch/workflow.mts';
import { changeNode, withRecipe, type Kitchen } from './recipeRun.mts';
import type { LiveShift } from './results.mts';

interface CheckedShift extends LiveShift {
	welfareCheckNotifResponses: Array<{ welfareCheckId: number }>;
}

export const alertsOnce = (kitchen: Kitchen): Promise<void> =>
	withRecipe(kitchen, 'unanswered-welfare-checks-to-alert', async (id) => {
		const { admin, mailbox, world } = kitchen;
		const now = Date.now();
		// Those whom the roster has asked nothing yet come first: its own checks are alerts with the same subject.
		const [one, two, three] = (await admin<CheckedShift[]>('GET', '/live'))
			.filter(({ startTime, endTime }) => Date.parse(startTime) < now && Date.parse(endTime) > now)
			.sort((left, right) => left.welfareCheckNotifResponses.length - right.welfareCheckNotifResponses.length);
		const send = async (shift: CheckedShift | undefined): Promise<number> => {
			const { welfareCheckNotifResponses } = await admin<CheckedShift>('POST', `/live/${shift?.shiftId}/welfarecheck`);
			return welfareCheckNotifResponses.at(-1)?.welfareCheckId ?? 0;
		};
		await send(one);
		await send(two);
		const answered = await send(three);
		await admin('POST', `/live/welfarechecks/${answered}/answer`);
		const subject = (shift: CheckedShift | undefined): string =>
			`No answer to a welfare check: ${shift?.name}, ${shift?.siteName}`;
		const mailsOf = (shift: CheckedShift | undefined): string[] =>
			mailbox.mails.map((mail) => mail.subject).filter((each) => each.endsWith(subject(shift)));
		// The roster's own checks would be alerts as well; only what happens from now on, on this side of the clocks' difference.
		await changeNode(kitchen, id, 'Welfare check unanswered', (node) => ({
			...node,
			parameters: { ...node.parameters, pollTimes: tenSeconds },
		}));
		mailbox.refuse(new RegExp(`${one?.name}, `));
		const until = (what: string, probe: () => boolean): Promise<boolean> =>
			waitFor(what, probe, {
				timeoutMs: 110_000,
				explain: () =>
					`${mailbox.mails.map((mail) => mail.subject).join('\n')}\n${world.n8n.log().split('\n').slice(-15).join('\n')}`,
			});
		await publish(world.session, id);
		// The run ended with the alert that was refused: each of its alerts comes again by itself, and that one is taken now.
		await until('a run that failed', () => world.n8n.log().includes('failed with'));
		mailbox.refuse(undefined);
		await until('the alert once more', () => mailsOf(one).includes(`Once more: ${subject(one)}`));
		await until('the other alert', () => mailsOf(two).length > 0);
		expect(mailsOf(three)).toEqual([]);
		// Each check is told once; the time that it was sent at stands in the text.
		const texts = mailbox.mails.filter((mail) => mail.subject.endsWith(subject(one))).map(({ text }) => text);
		expect(texts).toHaveLength(new Set(texts).size);
		mailbox.mails.splice(0);
	});
