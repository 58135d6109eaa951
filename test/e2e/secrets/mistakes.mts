// What goes wrong, in every class of error: the words about it are where a key may slip through.
import { askAdmin } from '../../../kit/sandbox/admin.mts';
import type { CredentialData } from '../../../kit/n8n/credentials.mts';
import { separateKeysOf } from '../../../kit/n8n/sandboxCredentials.mts';
import { tokenPath } from '../../../kit/sandbox/admin.mts';
import { startSilence, startWebPage } from '../../../kit/servers/otherServers.mts';
import { oddKey, type Deeds } from './runs.mts';
import { echoedKeyPrefix, echoPath } from './recorder.mts';
import { byHand, sideBySide, type Step } from './workflows.mts';

const echo = (status: number, as: 'json' | 'html' | 'text'): Step['parameters'] => ({
	resource: 'customRequest',
	operation: 'send',
	path: echoPath(status, as),
});

/** Each mistake ends a run of its own; then all of them go on in one. */
export async function mistakes(deeds: Deeds): Promise<void> {
	const page = await startWebPage();
	const silence = await startSilence();
	try {
		const wrong: Record<string, CredentialData> = {
			'wrong API key': { apiKey: oddKey('wrong') },
			'wrong API key, repeated by the service': { apiKey: oddKey(echoedKeyPrefix) },
			'wrong subscription key': { subscriptionKey: oddKey('wrong') },
			'odd subscription key, repeated by the service': { subscriptionKey: oddKey('odd') },
			'wrong Timesheet Key, repeated by the service': {
				...separateKeysOf(deeds.world.sandbox),
				timesheetKey: oddKey(echoedKeyPrefix),
			},
			'web page': { baseUrl: page.url },
			silence: { baseUrl: silence.url },
		};
		const steps: Step[] = [];
		const customers = { resource: 'customer', operation: 'getAll', limit: 1 };
		const timesheet = { resource: 'timesheet', operation: 'get', timesheetId: '1' };
		const step = (name: string, parameters: Step['parameters'], credential = deeds.credentials.timesheet): void =>
			void steps.push({ name, credential, parameters });
		for (const [name, changes] of Object.entries(wrong)) {
			const credential = await deeds.credential(name, changes);
			for (const field of ['apiKey', 'subscriptionKey', 'timesheetKey'])
				if (typeof changes[field] === 'string') deeds.secrets.push({ what: name, value: changes[field] });
			await deeds.test(credential);
			step(name, 'timesheetKey' in changes ? timesheet : customers, credential);
		}
		const odd = steps.find(({ name }) => name.startsWith('odd'));
		if (odd?.credential) odd.parameters = echo(400, 'json');
		for (const status of [200, 400, 401, 403, 404, 422, 500]) step(`echo ${status}`, echo(status, 'json'));
		step('echo in a web page', echo(500, 'html'));
		step('echo in text', echo(409, 'text'));
		step('echo to a POST', { ...echo(400, 'json'), method: 'POST' });
		step('wrong key type', { resource: 'loginAudit', operation: 'getAll', limit: 1 });
		step('unknown id', { resource: 'timesheet', operation: 'get', timesheetId: '987654321' });
		await deeds.fault('/api/external/sites', { kind: 'html' });
		step('HTML', { resource: 'site', operation: 'getAll', limit: 1 });
		await deeds.fault('/api/external/staff', { status: 500 });
		step('server error', { resource: 'staff', operation: 'getAll', limit: 1 }, deeds.credentials.developer);
		steps.push(deeds.httpRequest('/api/external/nowhere'));
		await Promise.all(steps.map(async (each) => deeds.run(byHand(`Mistake: ${each.name}`, each))));
		const goingOn = steps.map((each) => ({ ...each, onError: 'continueRegularOutput' as const }));
		await deeds.run(sideBySide('Mistakes, going on', goingOn));
		await deeds.picker('picker with a wrong key', steps[1]?.credential);
	} finally {
		await page.close();
		await silence.close();
	}
}

/** Too many requests, of operations and of the exchange for a token. */
export async function impatience(deeds: Deeds): Promise<void> {
	const headers = { 'retry-after': '1' };
	await deeds.fault('/api/external/formtemplates', { status: 429, headers, times: 1 });
	const waits: Step = {
		name: 'Waits',
		credential: deeds.credentials.incidentreport,
		parameters: { resource: 'formTemplate', operation: 'getAll', limit: 1 },
	};
	await deeds.run(byHand('Too many requests', waits));
	const fresh = await deeds.credential('Too many tokens', { apiKey: deeds.world.sandbox.keys.scoped });
	await deeds.fault(tokenPath, { status: 429, headers });
	const parameters = { resource: 'customer', operation: 'getAll', limit: 1 };
	await deeds.run(byHand('Too many tokens', { name: 'Token', credential: fresh, parameters }));
	await askAdmin(deeds.world.sandbox.url, 'DELETE', '/faults');
	await deeds.picker('picker');
}
