// A world that is the same each time: its time stands still until it is moved, for the package and the service alike, and what is
// random follows one after another. So what is frozen differs from version to version for what the package does alone.
import crypto, { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';

/** A Wednesday, in the evening of Sydney. */
const BEGIN = Date.parse('2026-07-01T09:00:00Z');

export class StillWorld {
	private at = BEGIN;

	private drawn = 0;

	constructor() {
		jest.spyOn(Date, 'now').mockImplementation(() => this.at);
		jest.spyOn(performance, 'now').mockImplementation(() => this.at - BEGIN + 1000);
		jest.spyOn(Math, 'random').mockImplementation(() => 0.5);
		// The pauses of the n8n that the tests play.
		jest.spyOn(clock, 'sleep').mockResolvedValue();
		const draw = (size: number): Buffer => {
			const blocks = Array.from({ length: Math.ceil(size / 32) }, () =>
				createHash('sha256').update(`draw ${this.drawn++}`).digest(),
			);
			return Buffer.concat(blocks).subarray(0, size);
		};
		jest.spyOn(crypto, 'randomBytes').mockImplementation(draw as typeof crypto.randomBytes);
	}

	get now(): number {
		return this.at;
	}

	pass(ms: number): void {
		this.at += ms;
	}

	end(): void {
		jest.restoreAllMocks();
	}
}
