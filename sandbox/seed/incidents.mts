import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { otherCompany, ownCompany } from '../core/keys.mts';
import type { StoredAnswer } from '../store/incidents.mts';
import { foreignEmployee, type SeedGuard } from './people.mts';
import { foreign, type SeedSite } from './places.mts';
import { Random } from './random.mts';
import { dayMs } from '../core/zones.mts';
import { selectOne } from '../store/query.mts';

interface Template {
	name: string;
	active: boolean;
	/** Question, type, and possible answers. */
	questions: ReadonlyArray<[question: string, type: string, answers: readonly string[]]>;
}

const templates: readonly Template[] = [
	{
		name: 'Theft or Attempted Theft',
		active: true,
		questions: [
			[
				'What was taken?',
				'Text',
				['Two handbags', 'Copper cable', 'Cosmetics worth about $300', 'Nothing; the attempt was interrupted'],
			],
			['Were police called?', 'YesNo', ['Yes', 'No']],
			[
				'Describe the person involved.',
				'LongText',
				[
					'Male, about 30, grey hoodie, left towards the station.',
					'Two teenagers, one with a red backpack.',
					'Not seen.',
				],
			],
		],
	},
	{
		name: 'Slip, Trip or Fall',
		active: true,
		questions: [
			[
				'Where exactly did it happen?',
				'Text',
				['Escalator 3, lower landing', 'Wet floor outside the pharmacy', 'Loading dock ramp'],
			],
			['Was first aid given?', 'YesNo', ['Yes', 'No']],
			['Was an ambulance called?', 'YesNo', ['No', 'Yes']],
		],
	},
	{
		name: 'Fire Alarm or Evacuation',
		active: true,
		questions: [
			['What triggered the alarm?', 'Choice', ['Burnt toast', 'Dust from works', 'Manual call point', 'Unknown']],
			['Was the building evacuated?', 'YesNo', ['Yes', 'No']],
			['When did the fire service hand the building back?', 'Text', ['After 25 minutes', 'Not attended']],
		],
	},
	{
		name: 'Aggressive Behaviour',
		active: true,
		questions: [
			['Who was threatened?', 'Text', ['Retail staff', 'A patient', 'The reporting officer']],
			['Was force used?', 'YesNo', ['No', 'Yes']],
			['How did it end?', 'LongText', ['The person left when asked.', 'Police escorted the person from the premises.']],
		],
	},
	{
		name: 'Patrol Observation',
		active: true,
		questions: [
			[
				'What was observed?',
				'LongText',
				['Gate 2 found unlocked.', 'Graffiti on the north wall.', 'Lights out in bay 14.'],
			],
			['Was it made safe?', 'YesNo', ['Yes', 'No']],
		],
	},
	{
		name: 'Lost Property',
		active: true,
		questions: [
			['What was found?', 'Text', ['A child’s jacket', 'Phone with cracked screen', 'Set of keys']],
			['Where is it kept?', 'Text', ['Control room safe', 'Information desk']],
		],
	},
	{
		name: 'Vehicle Incident',
		active: true,
		questions: [
			['Registration', 'Text', ['1QX-7RT', 'BD 42 KL', 'Unknown']],
			['Was anyone hurt?', 'YesNo', ['No', 'Yes']],
		],
	},
	{
		name: 'Medical Assistance',
		active: true,
		questions: [
			['What help was given?', 'LongText', ['Recovery position until the ambulance came.', 'Ice pack and water.']],
			['Was an ambulance called?', 'YesNo', ['Yes', 'No']],
		],
	},
	{ name: 'Daily Site Log (old form)', active: false, questions: [['Remarks', 'LongText', ['Nothing to report.']]] },
];

const firstTemplate = 501;
const firstReport = 80_001;
const foreignReport = 79_001;

/** The reports to write: how many, and the earliest submission. */
interface Extent {
	since: number;
	count: number;
}

/** Writes form templates, and the report of the other company. */
export function seedTemplates(db: DatabaseSync, now: number): void {
	const addTemplate = db.prepare('INSERT INTO form_templates VALUES (?, ?, ?, ?, ?)');
	templates.forEach(({ name, active }, index) =>
		addTemplate.run(firstTemplate + index, ownCompany, name, Number(active), now - (900 - index * 40) * dayMs),
	);
	addTemplate.run(591, otherCompany, 'Another Firm’s Form', 1, now - 100 * dayMs);
	reportInsertion(db).run(
		foreignReport,
		otherCompany,
		foreign.customerId,
		foreign.siteId,
		null,
		foreignEmployee,
		591,
		'IR-X-0001',
		'Pending',
		now - dayMs,
		now - dayMs,
		null,
		null,
		null,
		0,
		'[]',
	);
}

/** Appends reports, oldest first, so that IDs rise with the time of submission. */
export function addReports(
	db: DatabaseSync,
	sites: readonly SeedSite[],
	guards: readonly SeedGuard[],
	now: number,
	{ since, count }: Extent,
): void {
	const last = selectOne(db, 'SELECT max(id) AS id FROM incident_reports WHERE company_id = ?', ownCompany)?.id;
	const first = typeof last === 'number' ? last + 1 : firstReport;
	const random = new Random(13 + first - firstReport);
	const add = reportInsertion(db);
	const seconds = Math.floor((now - since) / 1000);
	const times = Array.from({ length: count }, () => now - random.between(20 * 60, seconds) * 1000).sort(
		(a, b) => a - b,
	);
	const active = sites.filter((site) => site.isActive);
	let previous: number | null = null;
	times.forEach((submitted, index) => {
		const id = first + index;
		const found = random.pick(active);
		// A report from a patrol site also names the site that it belongs to.
		const site =
			found.parentId === null ? found : (sites.find((candidate) => candidate.id === found.parentId) ?? found);
		const number = id === firstReport ? 8 : random.between(0, 7);
		const answers = answersOf(templates[number] as Template, random);
		const decided = now - submitted > 2 * dayMs && random.chance(0.8);
		const status = !decided ? 'Pending' : random.chance(0.08) ? 'Rejected' : 'Approved';
		const modified = decided ? submitted + random.between(30, 1500) * 60_000 : null;
		const year = new Date(submitted).getUTCFullYear();
		const follows = index > 20 && random.chance(0.05) ? previous : null;
		add.run(
			id,
			ownCompany,
			site.customerId,
			site.id,
			found.parentId === null ? null : found.id,
			random.pick(guards).id,
			firstTemplate + number,
			`IR-${year}-${String(id - firstReport + 1).padStart(4, '0')}`,
			status,
			submitted - random.between(4, 40) * 60_000,
			submitted,
			modified,
			modified === null ? null : 'Dana Whitlock',
			follows,
			Number(answers.some(({ action }) => action !== undefined)),
			JSON.stringify(answers),
		);
		previous = id;
	});
}

const reportInsertion = (db: DatabaseSync): StatementSync =>
	db.prepare(
		`INSERT INTO incident_reports (id, company_id, customer_id, site_id, patrol_site_id, employee_id, template_id, report_code, status, created_at, submitted_at,
		modified_at, modified_by, previous_id, action_required, answers_json) VALUES (${Array(16).fill('?').join(',')})`,
	);

/** A random form of the seed, with random answers to its questions. */
export function answersOfForm(random: Random): { templateId: number; answers: StoredAnswer[] } {
	const number = random.between(0, templates.length - 2);
	return { templateId: firstTemplate + number, answers: answersOf(templates[number] as Template, random) };
}

function answersOf(template: Template, random: Random): StoredAnswer[] {
	return template.questions.flatMap(([question, type, choices]) => {
		const answer: StoredAnswer = { question, type, answer: random.pick(choices) };
		if (type === 'LongText' && random.chance(0.2)) answer.action = 'Site manager to be informed by the next shift.';
		if (type === 'Text' && random.chance(0.15)) answer.photo = `photo ${random.between(1000, 9999)}.png`;
		if (type !== 'YesNo' || answer.answer !== 'Yes') return [answer];
		return [
			answer,
			{
				question: 'Name or reference number',
				type: 'Text',
				answer: `Ref ${random.between(10_000, 99_999)}`,
				followUp: true,
			},
		];
	});
}
