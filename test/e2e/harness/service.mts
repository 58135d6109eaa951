// The service asked directly, without n8n and without our package: what the runs are compared with.
import { tokenPath } from './admin.mts';
import type { World } from './world.mts';

async function data<T>(response: Response): Promise<T> {
	if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
	return ((await response.json()) as { data: T }).data;
}

export async function ratesOf({ sandbox }: World, timesheetId: number): Promise<Record<string, unknown>> {
	const headers = { 'content-type': 'application/json', 'external-svc-apim-sub-key': sandbox.subscriptionKey };
	const body = JSON.stringify({ apiKey: sandbox.keys.timesheet });
	const { accessToken } = await data<{ accessToken: string }>(
		await fetch(`${sandbox.url}${tokenPath}`, { method: 'POST', headers, body }),
	);
	const url = `${sandbox.url}/api/external/timesheets/${timesheetId}/rates`;
	return data(await fetch(url, { headers: { ...headers, authorization: `Bearer ${accessToken}` } }));
}
