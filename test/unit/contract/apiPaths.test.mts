// Which paths of the service's host are its API, however they are written, and which may be those of files.
import { describe, expect, test } from '@jest/globals';
import { endpoints, isApiPath, TOKEN_PATHS } from '../../../nodes/WorkforceOperations/contract/index.ts';

const pathOf = (link: string): string => new URL(link, 'https://Service.test/base/').pathname;

describe('a path of the API is known', () => {
	const paths = [...new Set(Object.values(endpoints).map(({ path }) => path)), ...TOKEN_PATHS];
	test.each(paths)('%s', (path) => {
		const filled = path.replace(/\{\w+\}/g, '12');
		for (const written of [filled, `/base${filled}`, `${filled}/`, filled.toUpperCase(), `${filled}?limit=5`])
			expect({ written, isApiPath: isApiPath(pathOf(written)) }).toEqual({ written, isApiPath: true });
	});

	test.each([
		['with a host in capitals', 'HTTPS://SERVICE.TEST/api/external/staffs'],
		['with steps back', '/files/../api/external/staffs'],
		['with steps that are none', '/api/./external/./staffs'],
		['with steps back in escapes', '/files/%2e%2e/api/external/staffs'],
		['with steps back behind it', '/api/external/customers/..%2fstaffs'],
		['in escapes', '/%61pi/external/%73taffs'],
		['with slashes in escapes', '/api%2Fexternal%2fstaffs'],
		['with slashes of the other kind', '/api%5cexternal\\staffs'],
		['with several slashes', 'https://service.test//api///external//staffs//'],
		['with a parameter of the path', '/api;a=1/external/staffs;v=2'],
		['with dots and blanks behind it', '/api/external/staffs.%20'],
		['with a sign that nobody sees', '/api/external/staffs%00'],
		['with an id in escapes', '/api/external/timesheets/a%20b/rates'],
		['behind a gateway', '/gateway/v2/api/external/liveops'],
		['of webhooks, whatever it is', '/api/webhook/anything/7'],
		['of webhooks in another spelling', '/api/external/webhooks'],
		['of tokens, whatever it is', '/api/external/token'],
		['of tokens in another spelling', '/api/tokens/refresh'],
	])('%s: %s', (_, link) => expect(isApiPath(new URL(link, 'https://service.test').pathname)).toBe(true));
});

test.each([
	'/files/own.pdf',
	'/api/files/licences/3/card.pdf',
	'/api/external/files/7.pdf',
	'/api/external/incidentreports/7/report.pdf',
	'/api/external/staffs/7/photo.png',
	'/files/staffs',
	'/files/api/webhook.pdf',
	'/api/external/tokens.pdf',
	'/api/external/staffs%2Ffiles%2Fa.pdf',
	'/files/100%25.pdf',
	'/files/%E8%AD%A6%E5%82%99.png',
	'/',
	'/api/',
])('%s may be a file', (path) => expect(isApiPath(path)).toBe(false));
