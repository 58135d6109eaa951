import type { INode, Logger } from 'n8n-workflow';

interface Logging {
	logger: Logger;
}

/** Log lines begin with the package's name. */
export const log = ({ logger }: Logging, beginning = '') => {
	const at =
		(level: 'error' | 'warn' | 'info') =>
		(line: string): void =>
			logger[level](`Workforce Operations: ${beginning}${line}`);
	return { error: at('error'), warn: at('warn'), info: at('info') };
};

/** Log lines begin with the node's name. */
export const logAbout = (context: Logging & { getNode(): INode }, separator = ' ') =>
	log(context, `“${context.getNode().name}”${separator}`);
