/** What happened, and what to do about it. */
export interface Words {
	message: string;
	description?: string;
	/** The advice to do it again, which is left out where a write may have been carried out. */
	again?: string;
}
