import type { DatabaseSync } from 'node:sqlite';
import { otherCompany, ownCompany } from '../core/keys.mts';

export interface SeedSite {
	id: number;
	customerId: number;
	zone: string;
	name: string;
	/** False for sites without shifts. */
	isActive: boolean;
	parentId: number | null;
}

interface City {
	city: string;
	state: string;
	postCode: string;
	country: string;
	zone: string;
	latitude: number;
	longitude: number;
}

const city = (
	name: string,
	state: string,
	postCode: string,
	zone: string,
	latitude: number,
	longitude: number,
	country = 'Australia',
): City => ({
	city: name,
	state,
	postCode,
	country,
	zone,
	latitude,
	longitude,
});

/** Zones with a clock change, without one, with a half-hour offset, and one on the other side of the world. */
const cities = {
	sydney: city('Sydney', 'NSW', '2000', 'Australia/Sydney', -33.8688, 151.2093),
	melbourne: city('Melbourne', 'VIC', '3000', 'Australia/Melbourne', -37.8136, 144.9631),
	brisbane: city('Brisbane', 'QLD', '4000', 'Australia/Brisbane', -27.4698, 153.0251),
	adelaide: city('Adelaide', 'SA', '5000', 'Australia/Adelaide', -34.9285, 138.6007),
	darwin: city('Darwin', 'NT', '0800', 'Australia/Darwin', -12.4634, 130.8456),
	perth: city('Perth', 'WA', '6000', 'Australia/Perth', -31.9523, 115.8613),
	london: city('London', 'England', 'WC2B 4LA', 'Europe/London', 51.513, -0.1167, 'United Kingdom'),
};

type CityName = keyof typeof cities;

/** A customer with its sites; `>` marks a patrol site of the site before it, and `-` one that is inactive. */
const customers: ReadonlyArray<{
	name: string;
	abbreviation: string;
	contact: string;
	active?: false;
	sites: ReadonlyArray<[name: string, city: CityName, street: string]>;
}> = [
	{
		name: 'Harbourline Shopping Centres',
		abbreviation: 'HSC',
		contact: 'Priya Raman',
		sites: [
			['Harbourline Darling Quarter', 'sydney', '14 Wharf Lane'],
			['Harbourline Parramatta', 'sydney', '210 Church Street'],
			['Harbourline Chadwick', 'melbourne', '75 Railway Parade'],
			['> Chadwick Car Park North', 'melbourne', '75A Railway Parade'],
			['> Chadwick Loading Dock', 'melbourne', '77 Railway Parade'],
		],
	},
	{
		name: 'Northgate Logistics',
		abbreviation: 'NGL',
		contact: 'Tom Whitfield',
		sites: [
			['Northgate Eagle Farm Depot', 'brisbane', '8 Curtin Avenue'],
			['> Eagle Farm Truck Yard', 'brisbane', '10 Curtin Avenue'],
			['Northgate Berrimah Depot', 'darwin', '3 Export Drive'],
			['- Northgate Archerfield', 'brisbane', '41 Beatty Road'],
		],
	},
	{
		name: 'St Brigid Private Hospital',
		abbreviation: 'SBH',
		contact: 'Dr Helen Moroney',
		sites: [
			['St Brigid Main Campus', 'melbourne', '1 Convent Rise'],
			['St Brigid Emergency Entrance', 'melbourne', '5 Convent Rise'],
			['> St Brigid Helipad', 'melbourne', '1 Convent Rise, roof'],
		],
	},
	{
		name: 'Southern Cross Tower',
		abbreviation: 'SCT',
		contact: 'Marcus Oyelaran',
		sites: [
			['Southern Cross Tower Lobby', 'sydney', '400 George Street'],
			['Southern Cross Tower Basement', 'sydney', '400 George Street'],
		],
	},
	{
		name: 'City of Torrens',
		abbreviation: 'COT',
		contact: 'Angela Petridis',
		sites: [
			['Torrens Civic Centre', 'adelaide', '20 King William Road'],
			['Torrens Riverside Park', 'adelaide', '1 Elder Park Way'],
			['> Riverside Rotunda', 'adelaide', '3 Elder Park Way'],
		],
	},
	{
		name: 'Swan River Stadium',
		abbreviation: 'SRS',
		contact: 'Ben Kowalski',
		sites: [
			['Stadium Gate A', 'perth', '9 Victoria Park Drive'],
			['Stadium Gate D', 'perth', '9 Victoria Park Drive'],
			['Stadium Members Entrance', 'perth', '11 Victoria Park Drive'],
		],
	},
	{
		name: 'Coral Coast University',
		abbreviation: 'CCU',
		contact: 'Mei-Lin Zhao',
		sites: [
			['Coral Coast Main Campus', 'brisbane', '2 University Road'],
			['Coral Coast Library', 'brisbane', '6 University Road'],
			['> Library Bicycle Store', 'brisbane', '6 University Road'],
		],
	},
	{
		name: 'Top End Mining Services',
		abbreviation: 'TEM',
		contact: 'Jarrod Flynn',
		sites: [['Top End Winnellie Workshop', 'darwin', '55 Hook Road']],
	},
	{
		name: 'Wattle & Co Jewellers',
		abbreviation: 'WCJ',
		contact: 'Sofia D’Angelo',
		sites: [
			['Wattle & Co Pitt Street', 'sydney', '188 Pitt Street'],
			['Wattle & Co Collins Street', 'melbourne', '260 Collins Street'],
		],
	},
	{
		name: 'Commonwealth House London',
		abbreviation: 'CHL',
		contact: 'Oliver Hart',
		sites: [
			['Commonwealth House Strand', 'london', '1 Melbourne Place'],
			['Commonwealth House Archive', 'london', '12 Surrey Street'],
		],
	},
	{
		name: 'Bayside Festival Trust',
		abbreviation: 'BFT',
		contact: 'Lena Novak',
		active: false,
		sites: [['- Bayside Showground', 'melbourne', '30 Marine Parade']],
	},
];

const firstCustomer = 1001;
const firstSite = 2001;
export const foreign = { customerId: 1901, siteId: 2901 };

/** Writes customers and sites, and one of each for the other company. Returns the sites in the order of their ids. */
export function seedPlaces(db: DatabaseSync): SeedSite[] {
	const addCustomer = db.prepare('INSERT INTO customers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
	const addSite = db.prepare('INSERT INTO sites VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
	const sites: SeedSite[] = [];
	const write = (companyId: number, site: SeedSite, place: City, street: string): void => {
		const type = site.parentId === null ? 'Static' : 'Patrol';
		const n = site.id - firstSite;
		const { latitude, longitude } = place;
		const abbreviation = site.name
			.split(/\s+/)
			.map((word) => word.charAt(0))
			.join('')
			.toUpperCase();
		addSite.run(
			site.id,
			companyId,
			site.customerId,
			site.parentId,
			site.name,
			abbreviation,
			type,
			`ST-${site.id}`,
			street,
			place.city,
			place.state,
			place.postCode,
			place.country,
			latitude + n / 5000,
			longitude + n / 4000,
			place.zone,
			Number(site.isActive),
		);
	};
	let siteId = firstSite;
	customers.forEach(({ name, abbreviation, contact, active, sites: list }, index) => {
		const customerId = firstCustomer + index;
		const domain = `${abbreviation.toLowerCase()}.example`;
		const mailbox = contact
			.normalize('NFD')
			.toLowerCase()
			.replace(/^dr /, '')
			.replace(/[^a-z]+/g, '.');
		addCustomer.run(
			customerId,
			ownCompany,
			name,
			abbreviation,
			`CU-${abbreviation}`,
			contact,
			`${mailbox}@${domain}`,
			`+61 2 5550 ${String(1100 + index * 7)}`,
			Number(active !== false),
		);
		let parentId: number | null = null;
		for (const [label, cityName, street] of list) {
			const sub = label.startsWith('> ');
			const site: SeedSite = {
				id: siteId++,
				customerId,
				zone: cities[cityName].zone,
				name: label.replace(/^[>-] /, ''),
				isActive: !label.startsWith('- '),
				parentId: sub ? parentId : null,
			};
			if (!sub) parentId = site.id;
			write(ownCompany, site, cities[cityName], street);
			sites.push(site);
		}
	});
	addCustomer.run(
		foreign.customerId,
		otherCompany,
		'Another Firm’s Client',
		'AFC',
		'CU-AFC',
		'Nobody Here',
		'nobody@afc.example',
		'+61 2 5550 9999',
		1,
	);
	write(
		otherCompany,
		{
			id: foreign.siteId,
			customerId: foreign.customerId,
			zone: 'Australia/Hobart',
			name: 'Another Firm’s Site',
			isActive: true,
			parentId: null,
		},
		cities.melbourne,
		'1 Elsewhere Street',
	);
	return sites;
}
