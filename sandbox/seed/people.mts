import type { DatabaseSync } from 'node:sqlite';
import { otherCompany, ownCompany } from '../core/keys.mts';
import { Random } from './random.mts';

export interface SeedGuard {
	id: number;
	name: string;
	payGroup: string;
	isActive: boolean;
}

export const firstNames = [
	'Aroha',
	'Liam',
	'Mei',
	'Jack',
	'Fatima',
	'Noah',
	'Siobhán',
	'Ravi',
	'Chloe',
	'Dimitri',
	'Grace',
	'Hassan',
	'Isla',
	'Tomasz',
	'Kirra',
	'Samuel',
	'Nguyet',
	'Oscar',
	'Zara',
	'Björn',
];
export const lastNames = [
	'Ngata',
	'O’Brien',
	'Chen',
	'Mitchell',
	'Al-Sayed',
	'Williams',
	'Kavanagh',
	'Sharma',
	'Nguyen',
	'Papadopoulos',
	'Brown',
	'Farah',
	'Stewart',
	'Zieliński',
	'Walker',
	'Okafor',
	'Tran',
	'Lindqvist',
	'Hughes',
	'Romano',
];
const subcontractors: ReadonlyArray<[string, string]> = [
	['Redgum Protective Services', 'RPS'],
	['Ironbark Security', 'IBS'],
];
const payGroups = ['Level 1', 'Level 2', 'Level 2', 'Level 3', 'Supervisor'];

const guardCount = 42;
const firstGuard = 3001;

/** The pay group of an employee, of the seed or created later. */
export const payGroupOf = (id: number): string =>
	payGroups[Math.max(0, id - firstGuard) % payGroups.length] ?? 'Level 1';

export const foreignEmployee = 3901;

/**
 * Writes subcontractors and guards; the last two guards have left. Some names have apostrophes and accents, as in real
 * data.
 */
export function seedPeople(db: DatabaseSync, now: number): SeedGuard[] {
	const random = new Random(3);
	const addSubcontractor = db.prepare('INSERT INTO subcontractors VALUES (?, ?, ?, ?)');
	subcontractors.forEach(([name, abbreviation], index) =>
		addSubcontractor.run(index + 1, ownCompany, name, abbreviation),
	);
	const add = db.prepare(
		'INSERT INTO employees (id, company_id, subcontractor_id, first_name, last_name, email, employee_number, reference_number, mobile, is_active, details_json) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
	);
	const guards: SeedGuard[] = [];
	for (let index = 0; index < guardCount; index++) {
		const id = firstGuard + index;
		const first = firstNames[index % firstNames.length] ?? '';
		const last = lastNames[(index * 7 + Math.floor(index / 20)) % lastNames.length] ?? '';
		const payGroup = payGroupOf(id);
		const isActive = index < guardCount - 2;
		const details = {
			gender: random.pick(['Female', 'Male', 'Unspecified']),
			startDate: new Date(now - random.between(90, 2500) * 86_400_000).toISOString().slice(0, 10) + 'T00:00:00.000Z',
			dateOfBirth: `${random.between(1962, 2004)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}T00:00:00.000Z`,
			countryCode: 'AU',
			accessPriviledge: payGroup === 'Supervisor' ? 'Supervisor' : 'Guard',
		};
		const mailbox = `${first}.${last}`
			.normalize('NFD')
			.toLowerCase()
			.replace(/[^a-z.]+/g, '');
		const subcontractor = index % 6 === 5 ? 1 + (Math.floor(index / 6) % 2) : null;
		add.run(
			id,
			ownCompany,
			subcontractor,
			first,
			last,
			`${mailbox}@southerncross-guarding.example`,
			`SCG${String(100 + index)}`,
			String(70_000 + index * 13),
			`+61 4${String(90_000_000 + index * 12_345).slice(0, 8)}`,
			Number(isActive),
			JSON.stringify(details),
		);
		guards.push({ id, name: `${first} ${last}`, payGroup, isActive });
	}
	add.run(
		foreignEmployee,
		otherCompany,
		null,
		'Nobody',
		'Here',
		'nobody@another-firm.example',
		'X1',
		'1',
		null,
		1,
		'{}',
	);
	return guards;
}
