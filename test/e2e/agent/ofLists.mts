// Questions about lists: how many, who, when, which site, and where the answer is not all.
import { recordsOf } from '../../engine/agent/judge.mts';
import {
	ai,
	counts,
	error,
	inWords,
	list,
	locatedBy,
	many,
	reports,
	says,
	sheets,
	tally,
	type Question,
} from './question.mts';
import { dayFromToday, isWithin, week, type Truth } from './truth.mts';

const lastWeek = week(-1);
const yesterday = { first: dayFromToday(-1), last: dayFromToday(-1) };
const twoWeeks = { first: week(-2).first, last: lastWeek.last };
const ever = { first: '2000-01-01', last: '2099-12-31' };
const inDays = ({ first, last }: { first: string; last: string }): Record<string, unknown> => ({
	period: `${first} to ${last}`,
});

const LOBBY = 'Southern Cross Tower Lobby';
const isAtLobby = ({ siteName }: { siteName: string }): boolean => siteName === LOBBY;
const shiftsOf = ({ shifts }: Truth, period: { first: string; last: string }) =>
	shifts.filter(({ startTime }) => isWithin(startTime, period));
const isLate = ({ startTime, timeIn }: { startTime: string; timeIn: string | null }): boolean =>
	timeIn !== null && Date.parse(timeIn) >= Date.parse(startTime) + 6 * 60_000;

const atSite = { filters: { siteIds: locatedBy('site') } };
const timesheets = (more: object): Question['tools'] => [many('timesheet', { ...inWords, returnAll: true, ...more })];

export const ofLists: readonly Question[] = [
	{
		asks: 'How many timesheets are there of last week?',
		key: 'timesheet',
		tools: timesheets({}),
		calls: [{ arguments: { period: 'last week' } }],
		judge: list(sheets(lastWeek), { must: [/Australia\/Brisbane/] }),
	},
	{
		asks: 'Show me three timesheets of the last two weeks.',
		key: 'timesheet',
		tools: [many('timesheet', { ...inWords, limit: ai('limit', 'How many', 'number') })],
		calls: [{ arguments: { period: 'last two weeks', limit: 3 } }],
		judge: list(sheets(twoWeeks), { must: [/"shown":3,"more":true/, /there may be more/] }),
	},
	{
		asks: 'List everything about all timesheets that there are.',
		key: 'timesheet',
		tools: timesheets({
			output: 'selectedFields',
			fields: ['staffName', 'siteName', 'notes', 'payStartTime', 'payEndTime'],
		}),
		calls: [{ arguments: inDays(ever) }],
		judge: list(sheets(ever), { must: [/"more":true/, /This result ends after \d+ of the \d+ records read/] }),
	},
	{
		asks: 'Who worked in May 2001?',
		key: 'timesheet',
		tools: timesheets({}),
		calls: [{ arguments: { period: '2001-05-07 to 2001-05-13' } }],
		judge: list(() => ({ idField: 'timesheetId', ids: [] }), { must: [/"total":0/, /Mon 7 to Sun 13 May 2001/] }),
	},
	{
		asks: 'Who worked on the day after the party?',
		key: 'timesheet',
		tools: timesheets({}),
		calls: [{ arguments: { period: 'the day after the party' } }],
		judge: error({ must: [/day after the party/, /last ?week/i], never: [/expression|credential field/i] }),
	},
	{
		asks: 'Who worked at the Southern Cross Tower Lobby last week?',
		key: 'all',
		tools: timesheets(atSite),
		calls: [{ arguments: { period: 'last week', site: LOBBY } }],
		judge: list(sheets(lastWeek, isAtLobby), { must: [/"resolved"/] }),
	},
	{
		asks: '… and in another spelling?',
		key: 'all',
		tools: timesheets(atSite),
		calls: [{ arguments: { period: 'last two weeks', site: ' southern-cross TOWER, lobby ' } }],
		judge: list(sheets(twoWeeks, isAtLobby), { must: [/Southern Cross Tower Lobby/] }),
	},
	{
		asks: 'Who worked at Southern Cross Tower last week?',
		key: 'all',
		tools: timesheets(atSite),
		calls: [{ arguments: { period: 'last week', site: 'Southern Cross Tower' } }],
		judge: error({ must: [/Southern Cross Tower Lobby/, /Southern Cross Tower Basement/, /ID/] }),
	},
	{
		asks: 'Who worked at the Northern Star last week?',
		key: 'all',
		tools: timesheets(atSite),
		calls: [{ arguments: { period: 'last week', site: 'Northern Star' } }],
		judge: error({ must: [/Northern Star/], never: [/whole number/] }),
	},
	{
		asks: 'How many timesheets does site 2001 have last week?',
		key: 'all',
		tools: timesheets(atSite),
		calls: [{ arguments: { period: 'last week', site: '2001' } }],
		judge: list(
			sheets(lastWeek, ({ siteName }) => siteName === 'Harbourline Darling Quarter'),
			{ must: [/2001: a number is treated as an ID/] },
		),
	},
	{
		asks: 'How many timesheets of the last two weeks does each site have?',
		key: 'timesheet',
		tools: timesheets({ output: 'counts', countBy: ['site'] }),
		calls: [{ arguments: { period: 'last two weeks' } }],
		judge: counts(['siteName'], ({ sheets: all }) =>
			tally(
				all.filter(({ scheduledStartTime }) => isWithin(scheduledStartTime, twoWeeks)).map(({ siteName }) => siteName),
			),
		),
	},
	{
		asks: 'Which guard has how many timesheets of last week?',
		key: 'timesheet',
		tools: timesheets({ output: 'counts', countBy: ['guard'] }),
		calls: [{ arguments: { period: 'last week' } }],
		judge: counts(['staffName'], ({ sheets: all }) =>
			tally(
				all
					.filter(({ scheduledStartTime }) => isWithin(scheduledStartTime, lastWeek))
					.map(({ staffName }) => staffName),
			),
		),
	},
	{
		asks: 'How many are approved, pending and rejected, by customer?',
		key: 'timesheet',
		tools: timesheets({ output: 'counts', countBy: ['customer', 'status'] }),
		calls: [{ arguments: inDays(ever) }],
		judge: counts(['customerName', 'status'], ({ sheets: all }) =>
			tally(all.map(({ customerName, status }) => `${customerName}|${status}`)),
		),
	},
	{
		asks: 'How many incident reports came of each site in the last two weeks?',
		key: 'incidentreport',
		tools: [many('incidentReport', { ...inWords, output: 'counts', countBy: ['site'] })],
		calls: [{ arguments: { period: 'last two weeks' } }],
		judge: counts(['siteName'], ({ reports: all }) =>
			tally(all.filter(({ submittedDate }) => isWithin(submittedDate, twoWeeks)).map(({ siteName }) => siteName)),
		),
	},
	{
		asks: 'Which incident reports of last week wait for approval?',
		key: 'incidentreport',
		tools: [many('incidentReport', { ...inWords, returnAll: true, filters: { isApproved: 'false' } })],
		calls: [{ arguments: { period: 'last week' } }],
		judge: list(reports(lastWeek, ({ status }) => status !== 'Approved')),
	},
	{
		asks: 'How many shifts did each guard have yesterday, and how many began late?',
		key: 'liveops',
		tools: [many('liveOperation', { ...inWords, output: 'counts', countBy: ['guard'], options: { addTimings: true } })],
		calls: [{ arguments: { period: 'yesterday' } }],
		judge: (told, truth) => {
			const shifts = shiftsOf(truth, yesterday);
			const late = recordsOf(told[0] ?? '').reduce((sum, { lateCount }) => sum + Number(lateCount), 0);
			const due = shifts.filter(isLate).length;
			return [
				...counts(['staffName'], () => tally(shifts.map(({ name }) => name)))(told, truth),
				...(late === due ? [] : [`says that ${late} were late, and ${due} were`]),
			];
		},
	},
	{
		asks: 'When did the shifts of yesterday begin?',
		key: 'liveops',
		tools: [many('liveOperation', { ...inWords, returnAll: true })],
		calls: [{ arguments: { period: 'yesterday' } }],
		judge: (told, truth) => {
			const shifts = shiftsOf(truth, yesterday);
			const wrong = recordsOf(told[0] ?? '').filter((record) => {
				const real = shifts.find(({ shiftId }) => shiftId === record['shiftId']);
				const start = String(record['startTime']);
				return !/[+-]\d\d:\d\d$/.test(start) || Date.parse(start) !== Date.parse(real?.startTime ?? '');
			});
			return [
				...list(() => ({ idField: 'shiftId', ids: shifts.map(({ shiftId }) => shiftId) }))(told, truth),
				...wrong.map(({ startTime }) => `has a shift begin at ${String(startTime)}`),
			];
		},
	},
	{
		asks: 'Which of our sites are in Perth?',
		key: 'liveops',
		tools: [many('site', { returnAll: true, filters: { customerId: locatedBy('customer') } })],
		calls: [{ arguments: { customer: 'Swan River Stadium' } }],
		judge: list(({ sites }) => ({
			idField: 'id',
			ids: sites.filter(({ customerName }) => customerName === 'Swan River Stadium').map(({ id }) => id),
		})),
	},
	{
		asks: 'How many timesheets of each day did nobody decide on?',
		key: 'timesheet',
		tools: timesheets({ output: 'counts', countBy: ['day'], filters: { status: 'Pending' } }),
		calls: [{ arguments: { period: 'last week' } }],
		// Days are those of the sites here, which the judge does not read: what it checks is that nothing is left out.
		judge: (told, truth) => {
			const due = sheets(lastWeek, ({ status }) => status === 'Pending')(truth).ids.length;
			const counted = recordsOf(told[0] ?? '').reduce((sum, { count }) => sum + Number(count), 0);
			return [
				...(counted === due ? [] : [`counts ${counted} of ${due}`]),
				...says({ must: [/"day":"\d/] })(told, truth),
			];
		},
	},
];
