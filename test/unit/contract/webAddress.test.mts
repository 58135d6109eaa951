import { describe, expect, test } from '@jest/globals';
import {
	isInsideHost,
	isSecure,
	parseAddress,
	parseBaseUrl,
} from '../../../nodes/WorkforceOperations/contract/index.ts';

const inside = (host: string): boolean => isInsideHost(new URL(`https://${host}/file`).hostname);

describe('a host that says that it lies inside is found in every spelling', () => {
	test.each([
		['loopback', '127.0.0.1'],
		['loopback, another one', '127.8.9.10'],
		['loopback with a dot behind it', '127.0.0.1.'],
		['loopback as one number', '2130706433'],
		['loopback in hex', '0x7f.0.0.1'],
		['loopback in hex as one number', '0x7f000001'],
		['loopback in octal', '0177.0.0.1'],
		['loopback, shortened', '127.1'],
		['loopback in IPv6', '[::1]'],
		['loopback in IPv6, written out', '[0:0:0:0:0:0:0:1]'],
		['loopback, mapped', '[::ffff:127.0.0.1]'],
		['loopback, mapped, in hex', '[::ffff:7f00:1]'],
		['loopback, compatible', '[::127.0.0.1]'],
		['loopback behind a translator', '[64:ff9b::7f00:1]'],
		['loopback in 6to4', '[2002:7f00:1::]'],
		['loopback in Teredo', '[2001:0:7f00:1::]'],
		['loopback in Teredo, shortened', '[2001::7f00:1]'],
		['loopback in wide signs', '１２７.0.0.1'],
		['unspecified', '0.0.0.0'],
		['unspecified as a number', '0'],
		['unspecified in IPv6', '[::]'],
		['private, class A', '10.0.0.1'],
		['private, class B', '172.31.255.254'],
		['private, class C', '192.168.1.1'],
		['private in IPv6', '[fd12:3456::1]'],
		['shared', '100.64.0.1'],
		['link-local, the metadata of clouds', '169.254.169.254'],
		['link-local in IPv6', '[fe80::1]'],
		['site-local in IPv6', '[fec0::1]'],
		['benchmarking', '198.18.0.1'],
		['benchmarking, the other half', '198.19.255.254'],
		['private, class B, the first', '172.16.0.1'],
		['shared, the last', '100.127.255.254'],
		['for protocols', '192.0.0.8'],
		['multicast', '224.0.0.1'],
		['multicast in IPv6', '[ff02::1]'],
		['the last before what is public in IPv6', '[1fff:ffff::1]'],
		['the first behind what is public in IPv6', '[4000::1]'],
		['broadcast', '255.255.255.255'],
		['the name', 'localhost'],
		['the name in capitals', 'LOCALHOST'],
		['the name with a dot behind it', 'localhost.'],
		['a name below it', 'files.localhost'],
		['a name without a dot', 'intranet'],
		['a name without a dot, with one behind it', 'intranet.'],
		['a cloud’s own name', 'metadata.google.internal'],
		['a neighbour in the house', 'printer.local'],
		['a neighbour in a cluster', 'redis.default.svc.cluster.local'],
		['a neighbour in a cluster, in short', 'redis.default.svc'],
		['a network at home', 'nas.home.arpa'],
		['a name of those in capitals, with a dot behind it', 'NAS.Home.Arpa.'],
		['a name of those alone', 'internal'],
	])('%s: %s', (_, host) => {
		expect(inside(host)).toBe(true);
	});

	test.each([
		['a name', 'files.example.com'],
		['a name that begins like a private address', '10.example.com'],
		['a name that holds the other', 'localhost.example.com'],
		['a name that ends like an inner one', 'files.myinternal.com'],
		['a name that ends in letters of an inner one', 'files.notlocal'],
		['a name that holds an inner one', 'local.example.com'],
		['a name below arpa', 'home.in-addr.arpa'],
		['beside private, class B', '172.32.0.1'],
		['beside shared', '100.128.0.1'],
		['beside private, class C', '192.169.0.1'],
		['before private, class B', '172.15.255.254'],
		['before shared', '100.63.255.254'],
		['a network with the numbers of private, class B, elsewhere', '171.16.0.1'],
		['a network with the numbers of private, class C, elsewhere', '193.168.0.1'],
		['a network with the numbers of shared, elsewhere', '101.64.0.1'],
		['before link-local', '169.253.169.254'],
		['a network with the numbers of link-local, elsewhere', '168.254.0.1'],
		['before benchmarking', '198.17.255.254'],
		['beside benchmarking', '198.20.0.1'],
		['a network with the numbers of benchmarking, elsewhere', '199.18.0.1'],
		['beside the one for protocols', '192.0.1.8'],
		['a network with the numbers of the one for protocols, elsewhere', '192.1.0.8'],
		['before multicast', '223.255.255.254'],
		['beside loopback', '128.0.0.1'],
		['beside private, class A', '11.0.0.1'],
		['public', '8.8.8.8'],
		['public in IPv6', '[2606:4700::1111]'],
		['the first of what is public in IPv6', '[2000::1]'],
		['the last of what is public in IPv6', '[3fff::1]'],
		['beside Teredo', '[2001:1::1]'],
		['beside 6to4', '[2003::1]'],
	])('and no other: %s: %s', (_, host) => {
		expect(inside(host)).toBe(false);
	});
});

describe('base addresses', () => {
	test.each([
		['https://api.example.com', 'https://api.example.com'],
		[' https://API.example.com/ ', 'https://api.example.com'],
		['https://api.example.com:443/', 'https://api.example.com'],
		['https://api.example.com/gateway//?x=1#y', 'https://api.example.com/gateway'],
		['http://localhost:5690', 'http://localhost:5690'],
		['http://127.0.0.1:5690/', 'http://127.0.0.1:5690'],
		['http://[::1]:5690', 'http://[::1]:5690'],
	])('%s becomes %s', (text, baseUrl) => expect(parseBaseUrl(text)).toEqual({ baseUrl }));

	test.each([
		'',
		'api.example.com',
		'http://api.example.com',
		'http://127.0.0.1.example.com',
		'http://localhost.example.com',
		'http://10.0.0.1',
		'http://0.0.0.0',
		'ftp://api.example.com',
		'javascript:alert(1)',
		'https://user@api.example.com',
		'https://user:secret@api.example.com',
		'file:///etc/passwd',
	])('%p is refused in words, without repeating it', (text) => {
		const wrong = (parseBaseUrl(text) as { wrong: string }).wrong;
		expect(wrong).toMatch(/^The base address/);
		expect(wrong).not.toContain('secret');
	});
});

describe('Keys and deliveries travel', () => {
	test.each([
		'https://api.example.com',
		'http://localhost:5690',
		'http://127.0.0.1',
		'http://[::1]:1',
		'https://localhost',
	])('to %s', (text) => expect(isSecure(new URL(text))).toBe(true));

	test.each([
		'http://api.example.com',
		'http://localhost.example.com',
		'http://notlocalhost',
		'ftp://localhost',
		'http://192.168.0.1',
	])('not to %s', (text) => expect(isSecure(new URL(text))).toBe(false));
});

test('an address is read without the blanks around it, and is undefined when it is none', () => {
	expect(parseAddress(' https://example.com/hook ')?.href).toBe('https://example.com/hook');
	expect(parseAddress('example.com/hook')).toBeUndefined();
	expect(parseAddress('')).toBeUndefined();
});
