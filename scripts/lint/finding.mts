/** What a check says: whether it passed, and its words if it didn't. */
export interface Finding {
	passed: boolean;
	details: string;
}
