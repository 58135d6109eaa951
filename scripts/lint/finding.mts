/** The result of a check: whether it passed, and its output if not. */
export interface Finding {
	passed: boolean;
	details: string;
}
