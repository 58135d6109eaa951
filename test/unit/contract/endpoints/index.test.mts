// Every fact of the endpoint table, compared by name. After a change that is meant:
//   UPDATE_ENDPOINTS=1 npx jest --selectProjects unit --testPathPatterns contract/endpoints
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { endpoints, type EndpointId, requireEndpoint } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { endpointLines } from './endpoints.mts';

const file = fileURLToPath(new URL('endpoints.txt', import.meta.url));
const present = endpointLines(endpoints);

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

test('an endpoint is called as the table calls it', () =>
	expect(Object.values(endpoints).map(({ id }) => id)).toEqual(Object.keys(endpoints)));

test('an operation of an endpoint that is in no table says which, and where the table is', () => {
	expect(requireEndpoint('site.getAll')).toBe(endpoints['site.getAll']);
	for (const id of ['unicorn.getAll', 'toString'])
		expect(() => requireEndpoint(id as EndpointId)).toThrow(`No endpoint ${id} in contract/endpoints/index.ts`);
});
