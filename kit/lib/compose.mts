// compose.yaml as data, for the tests that compare it with what it starts.
import fs from 'node:fs';
import { parse } from 'yaml';
import { inClone } from './paths.mts';

interface ComposeService {
	image: string;
	command?: string[];
	environment?: Record<string, string>;
	ports?: string[];
	network_mode?: string;
	volumes: Array<
		string | { source: string; target: string; read_only?: boolean; bind?: { create_host_path: boolean } }
	>;
	depends_on?: Record<string, { condition: string }>;
	healthcheck?: { test: string[] };
}

interface Compose {
	services: Record<'n8n' | 'sandbox' | 'welcome', ComposeService>;
	volumes: Record<string, null>;
}

export const readCompose = (): Compose => parse(fs.readFileSync(inClone('compose.yaml'), 'utf8')) as Compose;

/** A value as Compose reads it: the part after `:-` if the variable isn't set. */
export const filledIn = (value: string, variables: Record<string, string> = {}): string =>
	value.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => variables[name] ?? otherwise);
