/** What happened, and what to do about it. */
export interface Words {
	message: string;
	description?: string;
}
