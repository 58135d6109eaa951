// A trigger in an n8n, and a service that it registers at.
import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { register } from '../../../../nodes/WorkforceOperations/trigger/registration/lifecycle.ts';
import { forgetRegistrations } from '../../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import type { Answer } from '../../transport/support.mts';
import { n8n } from '../support.mts';
import { webhookService } from './service.mts';

export const events = ['timesheet.approve', 'timesheet.reject'];

/** How the list of the first subscriber is asked for. */
export const LIST = 'GET subscribers/1/subscriptions';

/** How everything is made. */
export const ANEW = ['POST subscribers', 'POST subscriptions', 'POST subscriptions'];

let worlds = 0;

export function world(credential: IDataObject = {}) {
	const disturbed: Record<string, Answer | ((count: number) => Answer | undefined)> = {};
	const service = webhookService((request, count) => {
		const answer = disturbed[request] ?? disturbed.all;
		return typeof answer === 'function' ? answer(count) : answer;
	});
	const staticData: IDataObject = {};
	const key = { apiKey: `key-of-world-${++worlds}`, ...credential };
	/** Calls the trigger as n8n does; the requests and the log are those of this call. */
	async function call(
		work: (context: IHookFunctions) => Promise<unknown>,
		activation = 'update',
		changes: Parameters<typeof n8n>[0] = {},
	) {
		service.sent.length = 0;
		const { context, log } = n8n({
			parameters: { events },
			answer: service.answer,
			staticData,
			credential: key,
			activation,
			...changes,
		});
		const ended = await work(context).then(
			(result) => ({ result, error: undefined }),
			(error: Error) => ({ result: undefined, error: error.message }),
		);
		return { ...ended, sent: [...service.sent], log: log.filter((line) => !line.startsWith('info')) };
	}
	return {
		call,
		rows: service.rows,
		/** All that is answered otherwise from now on. */
		disturb(answers: typeof disturbed): void {
			for (const name of Object.keys(disturbed)) delete disturbed[name];
			Object.assign(disturbed, answers);
		},
		/** What static data holds, as after a start of n8n. */
		change(changes: IDataObject): void {
			forgetRegistrations();
			staticData.registration = { ...(staticData.registration as IDataObject), ...changes };
		},
		stored: (): IDataObject => staticData.registration as IDataObject,
	};
}

/** One that has been published. */
export async function published(credential?: IDataObject) {
	const made = world(credential);
	await made.call(register, 'activate');
	return made;
}
