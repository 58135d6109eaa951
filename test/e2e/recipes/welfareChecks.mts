// Unanswered welfare checks: one alert for each, also when the mail server refused it at first.
import { expect } from '@jest/globals';
import { waitFor } from '../../../kit/lib/wait.mts';
import { publish } from '../../../kit/n8n/workflows.mts';
import { everyFiveSeconds } from '../pollTimes.mts';
import { AGAIN_AFTER_MS, failedRuns } from '../watch/again.mts';
import { changeNode, shiftsOnDuty, withRecipe, type Surroundings } from './recipeRun.mts';
import type { LiveShift } from './results.mts';

interface CheckedShift extends LiveShift {
	welfareCheckNotifResponses: Array<{ welfareCheckId: number; hasResponse: boolean }>;
}

export const alertsOnce = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'unanswered-welfare-checks-to-alert', async (id) => {
		const { admin, mailbox, world } = surroundings;
		// A check of a shift that has ended by the package's clock is none for the first poll. Those whom the roster has asked
		// least come first: its own checks are alerts with the same subject.
		const onDuty = await shiftsOnDuty<CheckedShift>(surroundings);
		const [one, two, three] = onDuty.sort(
			(left, right) => left.welfareCheckNotifResponses.length - right.welfareCheckNotifResponses.length,
		);
		expect(new Set([one, two, three].map((shift) => shift?.name))).toHaveProperty('size', 3);
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
		const of = (shift: CheckedShift | undefined): typeof mailbox.mails =>
			mailbox.mails.filter((mail) => mail.subject.endsWith(subject(shift)));
		const mailsOf = (shift: CheckedShift | undefined): string[] => of(shift).map((mail) => mail.subject);
		const textsOf = (shift: CheckedShift | undefined): string[] => of(shift).map(({ text }) => text);
		// The roster's own checks would be alerts as well; only what happens from now on, on this side of the clocks' difference.
		await changeNode(surroundings, id, 'Welfare check unanswered', (node) => ({
			...node,
			parameters: { ...node.parameters, pollTimes: everyFiveSeconds },
		}));
		// Each mail says which check it tells of.
		await changeNode(surroundings, id, 'Alert the control room', (node) => ({
			...node,
			parameters: {
				...node.parameters,
				text: `${String(node.parameters['text'])}\n\nCheck {{ $json.watch.welfareCheckId }}`,
			},
		}));
		mailbox.refuse(new RegExp(`${one?.name}, `));
		const before = failedRuns(world.n8n.log());
		const until = (what: string, probe: () => boolean): Promise<boolean> =>
			waitFor(what, probe, {
				explain: () =>
					`${mailbox.mails.map((mail) => mail.subject).join('\n')}\n${world.n8n.log().split('\n').slice(-15).join('\n')}`,
			});
		await publish(world.session, id);
		// The run ended with the alert that was refused: each of its alerts comes again by itself, and that one is taken now.
		await until('a run that failed', () => failedRuns(world.n8n.log()) > before);
		mailbox.refuse(undefined);
		await surroundings.pass(AGAIN_AFTER_MS);
		await until('the alert once more', () => mailsOf(one).includes(`Once more: ${subject(one)}`));
		await until('the other alert', () => mailsOf(two).length > 0);
		// The check that was answered is no alert. On a slow machine the roster sends checks of its own meanwhile, which are.
		const { welfareCheckNotifResponses: checks = [] } =
			(await admin<CheckedShift[]>('GET', '/live')).find(({ shiftId }) => shiftId === three?.shiftId) ?? {};
		expect(checks.find(({ welfareCheckId }) => welfareCheckId === answered)?.hasResponse).toBe(true);
		const ofRoster = checks.map(({ welfareCheckId }) => welfareCheckId).filter((id) => id !== answered);
		const told = textsOf(three).map((text) => Number(/^Check (\d+)$/m.exec(text)?.[1]));
		expect(told.filter((id) => !ofRoster.includes(id))).toEqual([]);
		// Each check is told once.
		const texts = textsOf(one);
		expect(texts).toHaveLength(new Set(texts).size);
		mailbox.mails.splice(0);
	});
