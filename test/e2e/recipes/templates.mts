// The drafts for n8n's library of templates, imported as people import them: a template holds no credential, so its user chooses them.
import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Execution } from '../../../kit/n8n/executions.mts';
import { allTemplates, withAccounts } from '../../../kit/n8n/recipes.mts';
import { credentialName, credentialType } from '../../../kit/n8n/sandboxCredentials.mts';
import { listCredentials } from '../../../kit/n8n/credentials.mts';
import { createWorkflow, deleteWorkflow, publish, unpublish, type WorkflowFile } from '../../../kit/n8n/workflows.mts';
import { attachmentsOf } from './attachments.mts';
import { changeNode, runPinned, runStartedBy, type Surroundings } from './recipeRun.mts';
import { output } from './results.mts';

const DAY_MS = 86_400_000;

async function withCredentials({ world, smtp }: Surroundings, file: WorkflowFile): Promise<WorkflowFile> {
	const all = (await listCredentials(world.session)).find(({ name }) => name === credentialName('all'));
	const { nodes, ...rest } = withAccounts(file, { smtp });
	return {
		...rest,
		nodes: nodes.map((node) =>
			node.type.startsWith('n8n-nodes-workforce-operations.')
				? // As the editor does: older versions of n8n don’t by themselves.
					{
						...node,
						webhookId: randomUUID(),
						credentials: { [credentialType]: { id: all?.id ?? null, name: credentialName('all') } },
					}
				: node,
		),
	};
}

/** What each does in the hands of its user; the run, the node whose output is mailed, and the subject. */
const uses: Record<string, (surroundings: Surroundings, id: string) => Promise<[Execution, string, RegExp]>> = {
	'approved-incident-to-client': async (surroundings, id) => {
		const { admin, world } = surroundings;
		const [report] = await admin<Array<{ incidentReportId: number; reportId: string }>>(
			'GET',
			'/incidentreports?status=Pending&limit=1',
		);
		await publish(world.session, id);
		try {
			const run = await runStartedBy(surroundings, id, () =>
				admin('POST', `/incidentreports/${report?.incidentReportId}/approve`),
			);
			return [run, 'Get full report', new RegExp(`^Incident report ${report?.reportId}: `)];
		} finally {
			await unpublish(world.session, id);
		}
	},
	'weekly-payroll-file': async (surroundings, id) => {
		const { admin, world } = surroundings;
		const startDate = new Date(world.sandbox.now()).toISOString();
		const [pending] = await admin<Array<{ timesheetId: number }>>('GET', '/timesheets?status=Pending&limit=1');
		await admin('POST', `/timesheets/${pending?.timesheetId}/approve`);
		const endDate = new Date(world.sandbox.now() + DAY_MS).toISOString();
		await changeNode(surroundings, id, 'Approved last week', (node) => ({
			...node,
			parameters: { ...node.parameters, period: 'custom', startDate, endDate },
		}));
		return [
			await runPinned(surroundings, id, 'Every Monday at 9'),
			'Approved last week',
			/^Payroll: timesheets approved \d+ \w+ \d{4} to \d+ \w+ \d{4}$/,
		];
	},
	'expiring-licences-to-tasks': async (surroundings, id) => {
		// “Fetch Test Event” looks at the first guards only.
		await changeNode(surroundings, id, 'Licence expiring', (node) => ({
			...node,
			parameters: { ...node.parameters, daysBefore: '3000, 30, 0' },
		}));
		return [await runPinned(surroundings, id, 'Licence expiring'), 'One list', /^Licences to renew: \d+$/];
	},
};

/** What is attached, by the template. */
const attached: Record<string, RegExp[]> = {
	'approved-incident-to-client': [/^\d+\.pdf$/],
	'weekly-payroll-file': [/^timesheets-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/],
	'expiring-licences-to-tasks': [],
};

export async function importsEachTemplate(surroundings: Surroundings): Promise<void> {
	const { mailbox, world } = surroundings;
	const templates = allTemplates();
	expect(templates.map(({ name }) => name).sort()).toEqual(Object.keys(uses).sort());
	for (const { name, workflow } of templates) {
		const { id } = await createWorkflow(world.session, await withCredentials(surroundings, workflow));
		try {
			const [run, node, subject] = await uses[name]!(surroundings, id);
			expect({ name, items: output(run, node).length }).toEqual({ name, items: 1 });
			const [mail, ...others] = mailbox.mails.splice(0);
			expect(others).toEqual([]);
			expect(mail?.subject).toMatch(subject);
			const names = attachmentsOf(mail?.text ?? '').map((file) => file.name);
			expect(names).toEqual(attached[name]?.map((pattern) => expect.stringMatching(pattern)));
		} finally {
			await deleteWorkflow(world.session, id);
		}
	}
}
