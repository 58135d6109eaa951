// Counts: one for each check and each Jest test, from Jest's own report.
import fs from 'node:fs';

export interface Tally {
	passed: number;
	failed: number;
	skipped: number;
}

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 };

export const ofCheck = (passed: boolean): Tally => ({ ...nothing, passed: passed ? 1 : 0, failed: passed ? 0 : 1 });

export const add = (left: Tally, right: Tally): Tally => ({
	passed: left.passed + right.passed,
	failed: left.failed + right.failed,
	skipped: left.skipped + right.skipped,
});

interface JestReport {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
	/** Files that could not be run; their tests are in none of the other numbers. */
	numRuntimeErrorTestSuites: number;
}

/** The part of Jest's report that tells how each file ended, and how long it took. */
export interface JestResults {
	testResults: Array<{ name: string; startTime: number; endTime: number; status: string }>;
}

/** A Jest that wrote no report, failed without naming a test, or found no test, counts as one failure. */
export function ofJest(reportFile: string, code: number): Tally {
	if (!fs.existsSync(reportFile)) return ofCheck(false);
	const report = JSON.parse(fs.readFileSync(reportFile, 'utf8')) as JestReport;
	const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
	const unexplained = failed === 0 && (code !== 0 || report.numPassedTests === 0);
	return {
		passed: report.numPassedTests,
		failed: failed + (unexplained ? 1 : 0),
		skipped: report.numPendingTests + report.numTodoTests,
	};
}

export const line = ({ passed, failed, skipped }: Tally): string =>
	`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
