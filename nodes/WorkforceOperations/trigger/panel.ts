import type { TriggerPanelDefinition } from 'n8n-workflow';

/** What one delivery looks like, for those who build before anything has happened. */
const SAMPLE =
	'[{ "eventType": "timesheet", "event": "approve", "timesheetId": 50001, "receivedAt": "2026-07-15T02:00:00.000Z", "payload": { "timesheetId": 50001 } }]';

/** What the editor shows before the first delivery. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Wait for the service to report an event',
	executionsHelp: {
		inactive: `<b>To try it:</b> start listening, then submit, approve or reject something in the web application. Listening has subscriptions of its own at the service, which end with it.<br /><br /><b>To build without an event:</b> edit the output and paste this sample:<br /><code>${SAMPLE}</code><br /><br /><b>To go live:</b> publish the workflow. Every event then starts it by itself, and you find the runs under Executions.`,
		active: `<b>To try it:</b> start listening, then submit, approve or reject something in the web application. The published workflow gets the same event as well.<br /><br /><b>To build without an event:</b> edit the output and paste this sample:<br /><code>${SAMPLE}</code><br /><br /><b>It is live:</b> every event starts the published workflow, and you find the runs under Executions.`,
	},
	activationHint: 'Publish the workflow to have every event start it, also while nobody is looking.',
};
