// The ports that `npm start` needs: which is taken, and which flag chooses another.
import { isFree, isUnusable } from '../../kit/lib/ports.mts';
import { PortTaken } from '../../kit/n8n/process.mts';
import { type Ports, UsageError } from './options.mts';

interface Use {
	what: string;
	flag: string;
	port: number;
}

export const usesOf = (options: Ports): { n8n: Use; sandbox: Use } => ({
	n8n: { what: 'n8n', flag: '--n8n-port', port: options.n8nPort },
	sandbox: { what: 'The sandbox', flag: '--sandbox-port', port: options.sandboxPort },
});

const taken = ({ what, flag, port }: Use): UsageError =>
	new UsageError(
		`${what} can't use port ${port}: another program is using it. Choose another port: npm start -- ${flag} ${port + 22}`,
	);

/** Before anything is installed, to avoid minutes of waiting for nothing. */
export async function refuseBusyPorts(options: Ports): Promise<void> {
	for (const use of Object.values(usesOf(options))) if (!(await isFree(use.port))) throw taken(use);
}

const isTaken = (error: unknown): boolean => error instanceof PortTaken || isUnusable(error);

/**
 * Starts a server on a port. Another program may have taken the port since it was checked, while n8n was being
 * installed.
 */
export async function onPort<Started>(use: Use, start: () => Promise<Started>): Promise<Started> {
	try {
		return await start();
	} catch (error) {
		throw isTaken(error) ? taken(use) : error;
	}
}
