// Errors as an AI model reads them: one line, what to change in the call, and what only a person can do said so.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { AgentView } from '../../../nodes/WorkforceOperations/operations/shownToAgent.ts';
import { errorForAgent, errorInOneLine } from '../../../nodes/WorkforceOperations/operations/agentErrors.ts';

describe('An error for a model', () => {
	test.each<[message: string, description: string, line: string]>([
		['“Site” is empty', 'Enter an id, or check the expression: it returned nothing.', '“Site” is empty. Give an id.'],
		[
			'“Status” can’t be “x”',
			'Choose from the list, or use an expression that returns one of: Approved, Pending.',
			'“Status” can’t be “x”. Give one of these: Approved, Pending.',
		],
		[
			'“Start” is no date',
			'It is “x”. Pick a date, or give one such as 2026-07-01T08:00:00 by expression.',
			'“Start” is no date. It is “x”. Give a date such as 2026-07-01T08:00:00.',
		],
		[
			'“Site” is a whole object',
			'It is “{}”. Use one field of it, such as {{ $json.id }}. If the service expects JSON, write {{ JSON.stringify($json) }}.',
			'“Site” is a whole object. It is “{}”. Give one plain value.',
		],
		[
			'“Customer” is empty',
			'Without it the node would read everybody’s records. Enter a value, check the expression, which returned nothing, or remove the filter.',
			'“Customer” is empty. Without it the node would read everybody’s records. Give a value, or remove the filter.',
		],
		[
			'The API key may not do this',
			'This operation needs a key of type timesheet. Choose a credential with a fitting key, or have a SuperAdmin generate one. One credential can hold several: switch on Separate Keys there and fill in Timesheet Key.',
			'The API key may not do this. This operation needs a key of type timesheet. Ask a person to choose a credential with a fitting key, or have a SuperAdmin generate one.',
		],
		[
			'The API key may not do this',
			'It was used because the credential has no Timesheet Key: open it and fill that in.',
			'The API key may not do this. It was used because the credential has no Timesheet Key: ask a person to open it and fill that in.',
		],
		[
			'Timesheet 1 does not exist.',
			'Look at the id, and at the region (or the Base URL) of the credential.',
			'Timesheet 1 does not exist. Check the id.',
		],
		[
			'Nobody has this address. Check the spelling.',
			'To continue without an error, set the option “If Nobody Is Found” to “Return Nothing”.',
			'Nobody has this address. Check the spelling.',
		],
		[
			'The file is too large',
			'Choose CSV in “Output As”, or read a shorter period.',
			'The file is too large. Ask a person to choose CSV in “Output As”, or read a shorter period.',
		],
		['Two\nlines', '  and\tmore ', 'Two lines. and more'],
		['Said “It is so.”', 'Next', 'Said “It is so.” Next'],
	])('%s %s', (message, description, line) => {
		expect(errorInOneLine(message, description)).toBe(line);
		expect(errorInOneLine(line)).toBe(line);
	});

	test('comes out of n8n as it is, whichever of its classes it has', () => {
		const node = {
			id: '1',
			name: 'N',
			type: 'x.workforceOperationsTool',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: {},
		};
		const [message, description] = ['Site 7\nis refused', 'Enter an id, or check the expression: it returned nothing.'];
		for (const error of [
			new NodeOperationError(node, message, { description }),
			new NodeApiError(node, { message }, { message, description, httpCode: '400' }),
		]) {
			// As n8n makes a tool's answer of an error.
			const told = new NodeOperationError(node, errorForAgent(error, new AgentView({ parameters: {} })));
			const details = told.description && !told.message.includes(told.description) ? told.description : '';
			expect([told.message, details]).toEqual(['Site 7 is refused. Give an id.', '']);
		}
	});

	/** Texts of errors in the sources, what is put into them left out. */
	const texts = globSync('nodes/WorkforceOperations/{form,operations,resources,transport}/**/*.ts').flatMap((file) =>
		[
			...readFileSync(file, 'utf8').matchAll(
				/(?<!(?:description|hint|Hint|placeholder): ?\s*)'((?:[^'\\\n]|\\.)*)'|`([^`\\\n]*)`/g,
			),
		]
			.map(([, plain, template]) => (plain ?? template ?? '').replace(/\$\{[^}]*\}/g, 'X'))
			.filter((text) => /\w \w+ \w/.test(text) && /[.,:]$|”/.test(text)),
	);

	test('speaks of no expression, whatever it is about', () => {
		expect(texts.length).toBeGreaterThan(200);
		const said = texts.map((text) => errorInOneLine('It failed', text));
		expect(said.filter((line) => /by expression|\{\{|check the expression|correct its/.test(line))).toEqual([]);
	});

	test('sends to the credential a person, and nobody else', () => {
		const advice = texts
			.map((text) => errorInOneLine('It failed', text))
			.filter((line) =>
				/\b(?:[Oo]pen|[Ff]ill in|[Ss]witch on|[Cc]hoose|[Ll]ook at|[Cc]orrect) [^.]*\bcredential\b/.test(line),
			);
		expect(advice.length).toBeGreaterThan(8);
		expect(advice.filter((line) => !/ask a person to /i.test(line))).toEqual([]);
	});
});
