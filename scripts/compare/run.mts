// The whole comparison: for each key, the sandbox's key of the same kind, and every read-only call against both.
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { apiKeys, type KeyName } from '../../sandbox/core/keys.mts';
import type { PackageContract } from '../docs/sources.mts';
import { SlidingWindow, realTime, type Time } from './slidingWindow.mts';
import { findDetails } from './details/find.mts';
import type { Finding } from './details/finding.mts';
import { Pair, type Pairing } from './pair.mts';
import type { Bag } from './plan.mts';
import { employeeReading, findStateFields } from './details/writes.mts';
import { Service, ServiceFailure, type Access } from './service.mts';

export interface Target {
	/** Its name in the report, such as `the AU service`. */
	name: string;
	baseUrl: string;
	subscriptionKeyHeader: string;
	subscriptionKey: string;
	apiKeys: string[];
	/** For keys whose token doesn't name its type. */
	keyType?: string;
	/** A subscriber whose subscriptions can be listed: the service has no list of subscribers. */
	subscriberId?: string;
	requestsPerMinute: number;
	/** The permitted writes: a webhook subscriber, and the named employee if any. */
	writes?: { employee?: string };
}

export interface Comparison extends Pairing {
	service: string;
	/** Types of the keys, and which of them hold the login audit scope. */
	keys: Array<{ keyType: string; audited: boolean }>;
	/** The Service Details that a credential would need. */
	details: Finding[];
	/** Why the comparison stopped early. */
	failure: string | null;
}

const AUDIT_SCOPE = 'login-audits.read';
const sandboxHeader = 'external-svc-apim-sub-key';

/** The sandbox's unlimited key of the same type, with the audit scope if the other key has it. */
function sandboxKey(keyType: string, scopes: readonly string[]): KeyName | undefined {
	const fits = apiKeys.filter(
		(key) => key.keyType === keyType && key.customerIds.length === 0 && key.siteIds.length === 0,
	);
	const audited = scopes.includes(AUDIT_SCOPE);
	return (fits.find(({ scope }) => (scope === AUDIT_SCOPE) === audited) ?? fits[0])?.name;
}

async function subscriberIn(access: Access): Promise<string> {
	const headers = { [access.subscriptionKeyHeader]: access.subscriptionKey, 'content-type': 'application/json' };
	const post = async (path: string, body: object, token = ''): Promise<Record<string, unknown>> => {
		const response = await fetch(access.baseUrl + path, {
			method: 'POST',
			headers: token === '' ? headers : { ...headers, authorization: `Bearer ${token}` },
			body: JSON.stringify(body),
		});
		return ((await response.json()) as { data: Record<string, unknown> }).data;
	};
	const { accessToken } = await post('/api/external/token/request', { apiKey: access.apiKey });
	const { id } = await post('/api/webhook/subscribers', {}, String(accessToken));
	const subscription = { subscriberId: id, event: 'approve', eventType: 'timesheet', uri: 'https://example.com/hook' };
	await post('/api/webhook/subscriptions', subscription, String(accessToken));
	return String(id);
}

export interface RunOptions {
	time?: Time;
	/** Reports progress to people who wait. */
	log?: (line: string) => void;
}

/** Compares a service with a sandbox of its own, which is started and ended here. Throws `ServiceFailure` when it can't begin. */
export async function compare(
	contract: PackageContract,
	target: Target,
	options: RunOptions = {},
): Promise<Comparison> {
	const sandbox = await startSandbox({ ratePerMinute: 1_000_000 });
	try {
		return await compareWith(sandbox, contract, target, options);
	} finally {
		await sandbox.close();
	}
}

/** For each place, the first value found, else the first reason for none. */
function addFindings(comparison: Comparison, findings: readonly Finding[]): void {
	for (const found of findings) {
		const at = comparison.details.findIndex(({ place }) => place === found.place);
		if (at === -1) comparison.details.push(found);
		else if (comparison.details[at]?.value === undefined) comparison.details[at] = found;
	}
}

async function compareWith(
	sandbox: Sandbox,
	contract: PackageContract,
	target: Target,
	{ time = realTime, log = () => undefined }: RunOptions,
): Promise<Comparison> {
	const comparison: Comparison = {
		service: target.name,
		keys: [],
		calls: [],
		skipped: [],
		readings: [],
		details: [],
		failure: null,
	};
	const seen = new Set<string>();
	const written = new Set<string>();
	for (const apiKey of target.apiKeys) {
		// Each key has its own minute.
		const service = new Service(
			target.name,
			{ ...target, apiKey },
			contract,
			new SlidingWindow(target.requestsPerMinute, time),
		);
		try {
			await service.signIn();
			const keyType = (service.keyType ?? target.keyType)?.toLowerCase();
			if (keyType === undefined) {
				throw new ServiceFailure('The token does not name its key type. Set it with --key-type.');
			}
			const name = sandboxKey(keyType, service.scopes);
			if (name === undefined) throw new ServiceFailure('The sandbox has no key of this type.');
			const access: Access = {
				baseUrl: sandbox.url,
				subscriptionKeyHeader: sandboxHeader,
				subscriptionKey: sandbox.subscriptionKey,
				apiKey: sandbox.keys[name],
			};
			const twin = new Service('the sandbox', access, contract, new SlidingWindow(1_000_000, time));
			await twin.signIn();
			comparison.keys.push({ keyType, audited: service.scopes.includes(AUDIT_SCOPE) });
			log(`Comparing; key type: ${keyType}`);
			const bags = [new Map(), new Map()] as [Bag, Bag];
			if (target.subscriberId !== undefined && (keyType === 'developer' || keyType === 'webhook')) {
				bags[0].set('subscriber', [{ id: target.subscriberId }]);
				bags[1].set('subscriber', [{ id: await subscriberIn(access) }]);
			}
			await new Pair(contract, [service, twin], bags, seen, comparison).run();
			const asked = { get: service.get.bind(service), keyType, audited: service.scopes.includes(AUDIT_SCOPE) };
			addFindings(comparison, await findDetails(contract, asked, twin, comparison.readings));
			const ofWebhooks = keyType === 'webhook' || keyType === 'developer';
			if (target.writes === undefined && ofWebhooks)
				addFindings(comparison, [{ place: 'stateField', how: 'only a write shows it: --with-writes' }]);
			if (target.writes !== undefined && !written.has(keyType)) {
				written.add(keyType);
				const hasStates = comparison.details.some(({ place }) => place.startsWith('stateField'));
				if (ofWebhooks && !hasStates) comparison.details.push(...(await findStateFields(contract, service, log)));
				if (keyType === 'developer' && target.writes.employee !== undefined)
					comparison.readings.push(await employeeReading(contract, service, target.writes.employee));
			}
		} catch (error) {
			if (!(error instanceof ServiceFailure)) throw error;
			comparison.failure = error.message;
			return comparison;
		}
	}
	return comparison;
}

/** A second sandbox to compare with, with everything that a comparison can look at. */
export async function withSecondSandbox<T>(work: (target: Target) => Promise<T>): Promise<T> {
	const second = await startSandbox({ ratePerMinute: 1_000_000 });
	try {
		const access: Access = {
			baseUrl: second.url,
			subscriptionKeyHeader: sandboxHeader,
			subscriptionKey: second.subscriptionKey,
			apiKey: second.keys.developer,
		};
		return await work({
			name: 'a second sandbox',
			...access,
			apiKeys: (['loginaudit', 'timesheet', 'incidentreport', 'liveops', 'webhook'] as const).map(
				(name) => second.keys[name],
			),
			subscriberId: await subscriberIn(access),
			requestsPerMinute: 1_000_000,
		});
	} finally {
		await second.close();
	}
}
