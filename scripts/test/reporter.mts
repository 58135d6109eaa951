// The output of a Jest run: failures at once, progress once a minute, and the slowest files at the end.
import path from 'node:path';
import type { AggregatedResult, Test, TestResult } from '@jest/reporters';
import { root } from '../../kit/lib/paths.mts';

const SLOWEST = 10;
const MINUTE_MS = 60_000;

const nameOf = ({ path: file, context }: Test): string =>
	`${path.relative(root, file)} (${context.config.displayName?.name ?? ''})`;

export default class Reporter {
	private readonly begun = Date.now();
	private readonly seconds: Array<{ name: string; seconds: number }> = [];
	private timer: NodeJS.Timeout | undefined;
	private sofar: AggregatedResult | undefined;

	onRunStart(result: AggregatedResult): void {
		this.sofar = result;
		this.timer = setInterval(() => this.sayHowFar(), MINUTE_MS);
		this.timer.unref();
	}

	onTestResult(test: Test, result: TestResult, sofar: AggregatedResult): void {
		this.sofar = sofar;
		this.seconds.push({ name: nameOf(test), seconds: (result.perfStats.end - result.perfStats.start) / 1000 });
		for (const { message } of result.console ?? []) process.stdout.write(`${message}\n`);
		if (result.failureMessage) process.stdout.write(`FAIL ${nameOf(test)}\n${result.failureMessage}\n`);
	}

	onRunComplete(_: unknown, result: AggregatedResult): void {
		clearInterval(this.timer);
		this.sofar = result;
		this.sayHowFar();
		const slowest = [...this.seconds].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
		if (this.seconds.length <= 1) return;
		const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
		process.stdout.write(`Longest:\n${lines.join('\n')}\n`);
	}

	private sayHowFar(): void {
		if (!this.sofar) return;
		const { numTotalTestSuites: files, numPassedTests, numFailedTests } = this.sofar;
		const minutes = ((Date.now() - this.begun) / MINUTE_MS).toFixed(1);
		process.stdout.write(
			`${minutes} min: ${this.seconds.length} of ${files} files, ${numPassedTests} tests passed, ${numFailedTests} failed\n`,
		);
	}
}
