import type { SandboxOptions } from '../../sandbox/index.mts';
import { withClient, type Client, type Json } from './support.mts';

export interface Happening extends Json {
	id: number;
	kind: string;
	at: string;
	until: string | null;
}

/** Everything that has happened so far. */
export const happenings = (client: Client): Promise<Happening[]> => client.admin('GET', '/happenings');

/** A sandbox whose day runs by itself, unless the options say otherwise; closed when `work` is done. */
export const withDay = <Result,>(options: SandboxOptions, work: (client: Client) => Promise<Result>): Promise<Result> =>
	withClient({ alive: 7, ...options }, work);
