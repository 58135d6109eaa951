// Who doesn't match, weekly: a row for each mismatch between the staff list and the HR sheet, and nobody is changed.
import { expect } from '@jest/globals';
import { ask } from '../suites/directly.mts';
import { output, sorted, taken } from './results.mts';
import { runPinned, withRecipe, type Surroundings } from './recipeRun.mts';

type Row = Record<string, unknown>;

const cell = (value: unknown): string => String(value ?? '').trim();

/** Everybody, and the IDs of those who are active, by the service itself. */
async function everybody({ world }: Surroundings): Promise<{ all: Row[]; active: Set<unknown> }> {
	const half = (isActive: boolean): Promise<Row[]> =>
		ask<Row[]>(world, 'developer', `/api/external/staffs?limit=500&isActive=${isActive}`);
	const [there, others] = [await half(true), await half(false)];
	const active = new Set(there.map(({ id }) => id));
	return { all: [...there, ...others.filter(({ id }) => !active.has(id))], active };
}

/** The IDs of those who share a value with somebody active, each group once. */
function shared(all: Row[], active: Set<unknown>, field: string): string[] {
	const valueOf = (one: Row): string => cell(one[field]).toLowerCase();
	const values = [...new Set(all.map(valueOf))].filter((value) => value !== '');
	return values.flatMap((value) => {
		const group = all.filter((one) => valueOf(one) === value);
		return group.length > 1 && group.some(({ id }) => active.has(id)) ? [group.map(({ id }) => id).join(', ')] : [];
	});
}

export const tellsWhoDoesntMatch = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'who-doesnt-match', async (id) => {
		const { all, active } = await everybody(surroundings);
		const rowOf = ({ firstName, lastName, email, employeeId }: Row): Row => ({
			Forename: firstName,
			Surname: lastName,
			'E-mail': email,
			'Employee no.': employeeId,
		});
		const people = all.filter((one) => active.has(one.id));
		const left = all.find((one) => !active.has(one.id) && cell(one.employeeId) !== '');
		const [missing, renamed, ...others] = people.filter(({ employeeId }) => cell(employeeId) !== '');
		const rest = people.filter((one) => one !== missing && one !== renamed);
		expect([left, missing, renamed, others.length > 3]).not.toContain(undefined);
		const stranger = { firstName: 'Una', lastName: 'Known', email: 'una@elsewhere.example', employeeId: 'U-1' };
		const rows = [
			...rest.map(rowOf),
			{ ...rowOf(renamed ?? {}), Forename: 'Somebody', Surname: 'Else' },
			rowOf(left ?? {}),
			rowOf(stranger),
		];
		const week = async (sheet: Row[]): Promise<Row[]> => {
			const pinned = { 'Read sheet': sheet.map((json) => ({ json })), 'Write sheet': taken(1) };
			return output(await runPinned(surroundings, id, 'Every Monday at 6', pinned), 'Row');
		};
		const mark = await surroundings.world.admin.mark();
		const told = await week(rows);
		const idsOf = (word: string): string[] =>
			sorted(told.filter(({ Mismatch }) => Mismatch === word).map(({ IDs }) => IDs));
		const isOwn = (one: Row): boolean => cell(one.subcontractorName) === '';
		expect({
			notInSheet: idsOf('notInSheet'),
			otherName: idsOf('otherName'),
			inactive: idsOf('inactive'),
			notThere: idsOf('notThere'),
			noNumber: idsOf('noNumber'),
			sharedNumber: idsOf('sharedNumber'),
			sharedEmail: idsOf('sharedEmail'),
			all: told.length,
		}).toEqual({
			notInSheet: [String(missing?.id)],
			otherName: [String(renamed?.id)],
			inactive: [String(left?.id)],
			notThere: [''],
			noNumber: sorted(people.filter((one) => isOwn(one) && cell(one.employeeId) === '').map((one) => one.id)),
			sharedNumber: sorted(shared(all, active, 'employeeId')),
			sharedEmail: sorted(shared(all, active, 'email')),
			all: told.length,
		});
		expect(new Set(told.map(({ Mismatch }) => Mismatch)).has('error')).toBe(false);
		const [una] = told.filter(({ Mismatch }) => Mismatch === 'notThere');
		expect(una).toMatchObject({ Email: stranger.email, 'First Name': 'Una', 'Employee Number': 'U-1' });
		expect(una?.['What']).toMatch(/Una Known\)? is in the sheet, but not in the service\.$/);

		// A row with an error may be about anybody: nobody is said to be missing from the sheet.
		const faulty = await week([...rows, { ...rowOf(stranger), 'E-mail': '#N/A' }]);
		expect(faulty.filter(({ Mismatch }) => Mismatch === 'error').map(({ What }) => What)).toEqual([
			expect.stringContaining('“Email” is “#N/A”'),
		]);
		expect(faulty.some(({ Mismatch }) => Mismatch === 'notInSheet')).toBe(false);
		const requests = await surroundings.world.admin.requestsSince(mark);
		expect(requests.filter(({ method, path }) => method !== 'GET' && !path.includes('oken'))).toEqual([]);
		expect(await everybody(surroundings)).toEqual({ all, active });
	});
