import { describe, expect, test } from '@jest/globals';
import { fileNameOf, isInsideHost } from '../../../nodes/WorkforceOperations/contract/index.ts';

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
	])('%s: %s', (_, host) => {
		expect(inside(host)).toBe(true);
	});

	test.each([
		['a name', 'files.example.com'],
		['a name that begins like a private address', '10.example.com'],
		['a name that holds the other', 'localhost.example.com'],
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

describe('the name of a file holds no folder', () => {
	test.each([
		['photo.png', 'photo.png'],
		['../../etc/passwd', 'passwd'],
		['C:\\Windows\\system.ini', 'system.ini'],
		['folder/..', undefined],
		['.', undefined],
		['', undefined],
		['a\u0000b\r\n.pdf', 'ab.pdf'],
		['a\u001fb\u007f.pdf', 'ab.pdf'],
		[' Gate 3.pdf ', 'Gate 3.pdf'],
		['...', undefined],
		['.profile', '.profile'],
		['a/ ', undefined],
	])('%j is %j', (written, name) => {
		expect(fileNameOf(written)).toBe(name);
	});
});
