// The memory and the processor time of another process. Only Linux tells; elsewhere they are left out.
import fs from 'node:fs';

function field(pid: number, name: string): number | undefined {
	try {
		const kilobytes = new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(
			fs.readFileSync(`/proc/${pid}/status`, 'utf8'),
		)?.[1];
		return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
	} catch {
		return undefined;
	}
}

/** Forgets the peak so far, such as that of the start, and returns the memory in use now, in bytes. */
export function startPeak(pid: number): number | undefined {
	try {
		fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
	} catch {
		return undefined;
	}
	return field(pid, 'VmRSS');
}

/** The most memory since then, in bytes. */
export const peak = (pid: number): number | undefined => field(pid, 'VmHWM');

/** The processor time that all threads of it have taken so far. Other work on the computer hardly changes it. */
export function processorMs(pid: number): number | undefined {
	try {
		// The name of the program, which may hold anything, ends with the last bracket; a tick is a hundredth of a second.
		const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
		return (Number(fields[11]) + Number(fields[12])) * 10;
	} catch {
		return undefined;
	}
}
