// Every fact of the endpoint table, compared by name. After a change that is meant:
//   UPDATE_ENDPOINTS=1 npx jest --selectProjects unit --testPathPatterns contract/endpoints
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { endpoints, type EndpointId, requireEndpoint } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { Endpoint, Parameter } from '../../../../nodes/WorkforceOperations/contract/types.ts';

const file = fileURLToPath(new URL('endpoints.txt', import.meta.url));

function text(value: unknown): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return String(value);
	return Object.entries(value)
		.filter(([, inner]) => inner !== undefined)
		.map(([name, inner]) => `${name} ${text(inner)}`)
		.join(' · ');
}

const parameterLine = ({ name, ...facts }: Parameter): string => `  ?${name}: ${text(facts)}`;

/** A heading for each endpoint, a line for each of its facts and each of its parameters; the order of the table says nothing. */
const present = Object.entries<Endpoint>(endpoints)
	.sort(([one], [other]) => (one < other ? -1 : 1))
	.flatMap(([key, { query, method, path, ...facts }]) => [
		`# ${key}`,
		`  ${method} ${path}`,
		...Object.entries(facts)
			.filter(([, value]) => value !== undefined)
			.map(([name, value]) => `  ${name}: ${text(value)}`),
		...query.map(parameterLine),
	]);

/** Each line with the endpoint that it belongs to, so that a difference names its place. */
function placed(lines: readonly string[]): string[] {
	let endpoint = '';
	return lines.map((line) => {
		if (line.startsWith('# ')) endpoint = line.slice(2);
		return `${endpoint} > ${line.trim()}`;
	});
}

test('every fact of every endpoint is as the table says', () => {
	if (process.env.UPDATE_ENDPOINTS === '1') fs.writeFileSync(file, `${present.join('\n')}\n`);
	const known = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
	expect(placed(present)).toEqual(placed(known));
});

test('an operation of an endpoint that is in no table says which, and where the table is', () => {
	expect(requireEndpoint('site.getAll')).toBe(endpoints['site.getAll']);
	for (const id of ['unicorn.getAll', 'toString'])
		expect(() => requireEndpoint(id as EndpointId)).toThrow(`No endpoint ${id} in contract/endpoints/index.ts`);
});
