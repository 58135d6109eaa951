import type { INode, Logger } from 'n8n-workflow';

type Level = 'error' | 'warn' | 'info' | 'debug';

type Logging = Readonly<{ logger: Logger }>;

/** One line in n8n's log. */
export const log = ({ logger }: Logging, level: Level, line: string): void =>
	logger[level](`Workforce Operations: ${line}`);

/** One about the node, whose name begins it. */
export const logAbout = (context: Logging & { getNode(): INode }, level: Level, words: string): void =>
	log(context, level, `“${context.getNode().name}”${words.startsWith(':') ? '' : ' '}${words}`);
