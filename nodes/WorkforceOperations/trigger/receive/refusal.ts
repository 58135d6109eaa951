import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** Why a delivery is refused, and whether another life of the registration would help. */
export interface Refusal {
	reason: string;
	/** The delivery may be genuine: what is known here may be wrong. */
	doubtful?: boolean;
}

const CURE =
	'If the deliveries are genuine, unpublish the workflow and then publish it; publishing it again without unpublishing changes nothing';

/** Refuses a delivery: 403, nothing runs, the reason goes to the log and not to the caller. */
export function refuse(context: IWebhookFunctions, { reason, doubtful }: Refusal): IWebhookResponseData {
	context.logger.warn(
		`Workforce Operations: a delivery to “${context.getNode().name}” was refused with 403: ${reason}${doubtful ? `. ${CURE}` : ''}`,
	);
	context.getResponseObject().status(403).json({ message: 'Forbidden' });
	return { noWebhookResponse: true };
}
