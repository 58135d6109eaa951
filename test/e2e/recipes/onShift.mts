// Shifts that nobody has, and guards who have been on duty for too long.
import { expect } from '@jest/globals';
import { changeNode, keepMessage, runPinned, shiftsOnDuty, withRecipe, type Surroundings } from './recipeRun.mts';
import { messagesOf, output, type LiveShift } from './results.mts';

const HOUR = 3_600_000;

const watchOf = (item: Record<string, unknown> | undefined): Record<string, unknown> =>
	(item?.['watch'] ?? {}) as Record<string, unknown>;

/** Only the shifts of one guard, so that the roster’s others say nothing. */
const watchOnly = (surroundings: Surroundings, id: string, trigger: string, name: unknown, more: object = {}) =>
	changeNode(surroundings, id, trigger, (node) => ({
		...node,
		parameters: { ...node.parameters, ...more, filters: { fullName: name } },
	}));

export const tellsWhatNobodyHas = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'unfilled-shifts-to-teams', async (id) => {
		const { admin, now } = surroundings;
		const shift = (await admin<LiveShift[]>('GET', '/live')).find(
			({ startTime }) => Date.parse(startTime) > now() + HOUR && Date.parse(startTime) < now() + 16 * HOUR,
		);
		await admin('POST', `/live/${shift?.shiftId}/reject`);
		await watchOnly(surroundings, id, 'Shift unfilled', shift?.name);
		await keepMessage(surroundings, id, 'Tell the roster team');
		const run = await runPinned(surroundings, id, 'Shift unfilled');
		const [item] = output(run, 'Shift unfilled').filter(({ shiftId }) => shiftId === shift?.shiftId);
		expect(messagesOf(run, 'Tell the roster team')).toContain(watchOf(item)['reason']);
		expect(watchOf(item)['wouldTrigger']).toBeUndefined();
		expect(watchOf(item)['reason']).toMatch(
			new RegExp(`^Nobody is on the shift at ${shift?.siteName} on \\w{3} .*: ${shift?.name} has rejected it$`),
		);
	});

export const alertsOfLongDuty = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'on-duty-too-long', async (id) => {
		const [shift] = await shiftsOnDuty<LiveShift>(surroundings);
		expect(shift).toBeDefined();
		await watchOnly(surroundings, id, 'On duty too long', shift?.name, { longestHours: 0.5 });
		await keepMessage(surroundings, id, 'Alert the duty manager');
		const run = await runPinned(surroundings, id, 'On duty too long');
		const [item] = output(run, 'On duty too long').filter(({ shiftId }) => shiftId === shift?.shiftId);
		expect(Number(watchOf(item)['minutesOnDuty'])).toBeGreaterThanOrEqual(30);
		const said = messagesOf(run, 'Alert the duty manager').filter((message) =>
			message.includes(String(shift?.siteName)),
		);
		expect(said).toEqual([
			expect.stringMatching(
				new RegExp(
					`^${shift?.name} has been on duty at ${shift?.siteName} for .*\\. Mobile: \\+61 [\\d ]+, customer: ${shift?.customerName}$`,
				),
			),
		]);
	});
