import type { INode, Logger } from 'n8n-workflow';

interface Logging {
	logger: Logger;
}

/** Lines in n8n's log: those of this package begin with its name. */
export const log = ({ logger }: Logging, beginning = '') => {
	const at =
		(level: 'error' | 'warn' | 'info') =>
		(line: string): void =>
			logger[level](`Workforce Operations: ${beginning}${line}`);
	return { error: at('error'), warn: at('warn'), info: at('info') };
};

/** Lines about a node, whose name they begin with. */
export const logAbout = (context: Logging & { getNode(): INode }, separator = ' ') =>
	log(context, `“${context.getNode().name}”${separator}`);
