import { expect, test } from '@jest/globals';
import { filesNaming, type Names } from '../../../scripts/docs/mentions.mts';

const endpoints: Record<string, Names> = {
	list: { method: 'GET', path: '/api/external/staffs', operationId: 'listStaff', operations: ['staff.getAll'] },
	create: { method: 'POST', path: '/api/external/staffs', operationId: 'createStaff', operations: ['staff.create'] },
	search: { method: 'GET', path: '/api/external/staffs/search', operationId: 'searchStaff', operations: [] },
	licences: {
		method: 'GET',
		path: '/api/external/staffs/{employeeId}/licenses',
		operationId: 'listLicences',
		operations: [],
	},
	change: { method: 'PUT', path: '/api/webhook/subscriptions/{id}', operationId: 'updateSubscription', operations: [] },
};

test.each([
	['the operation', `run({ resource: 'staff', operation: 'getAll' })`, ['list']],
	['the operation over two lines', `run({\n\tresource: 'staff',\n\toperation: 'getAll',\n})`, ['list']],
	['the operation by its id', `calls['staff.create']`, ['create']],
	['a path', `client.get('developer', '/external/staffs?limit=1')`, ['list']],
	['a path with its method', `client.call('developer', 'POST', '/external/staffs', {})`, ['create']],
	['a method before the path', `['POST /api/external/staffs']`, ['create']],
	['a path behind an address', 'request("POST", `${url}/api/external/staffs`)', ['create']],
	['a path with something filled in', 'get(`/external/staffs/${id}/licenses`)', ['licences']],
	['a query that is filled in', 'get(`/external/staffs${query}`)', ['list']],
	['a fixed path', `get('/external/staffs/search?email=a')`, ['search']],
	['a number in a path', `call('webhook', 'PUT', '/webhook/subscriptions/17', {})`, ['change']],
	['an operation of openapi.yaml', `const calls = { listStaff: 1 };`, ['list']],
	['no other path that begins the same', `get('/external/staffsearch')`, []],
	['no other method', `call('DELETE', '/external/staffs')`, []],
	['nothing', `run('/external/unknown')`, []],
])('a file names an endpoint by %s', (_, text, wanted) => {
	const found = Object.entries(endpoints).filter(
		([, names]) => filesNaming(names, [{ file: 'test/a.test.mts', text }]).length > 0,
	);
	expect(found.map(([name]) => name)).toEqual(wanted);
});
