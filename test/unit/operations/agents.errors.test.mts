// Errors as an AI model reads them: one line, what to change in the call, and what only a person can do said so.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import ts from 'typescript';
import { AgentView } from '../../../nodes/WorkforceOperations/operations/shownToAgent.ts';
import { errorForAgent } from '../../../nodes/WorkforceOperations/operations/agents.ts';
import { ServiceError } from '../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import { inputError } from '../../../nodes/WorkforceOperations/form/item.ts';
import {
	type Cures,
	forEditor,
	forPerson,
	withCures,
} from '../../../nodes/WorkforceOperations/transport/failures/cure.ts';
import { asNodeError, Problem, withAdvice } from '../../../nodes/WorkforceOperations/transport/failures/problem.ts';

const position: [number, number] = [0, 0];
const node = { id: '1', name: 'N', type: 'x.workforceOperationsTool', typeVersion: 1, position, parameters: {} };
const item = { node, timeZone: 'UTC', get: () => undefined };
const view = (): AgentView => new AgentView({ parameters: {} });

describe('An error for a model', () => {
	test.each<[cures: Cures, inEditor: string | undefined, line: string]>([
		[undefined, undefined, 'It failed'],
		['Give an ID.', 'Give an ID.', 'It failed. Give an ID.'],
		[forPerson('Switch off Read Only.'), 'Switch off Read Only.', 'It failed. Ask a person to switch off Read Only.'],
		[forEditor('Check the expression.'), 'Check the expression.', 'It failed'],
		[forEditor('Pick one, or {{ $json.id }}.', 'Give one.'), 'Pick one, or {{ $json.id }}.', 'It failed. Give one.'],
		[
			['Nothing was sent.', undefined, '', forPerson('Open the credential.'), forEditor('Run it again.'), 'Give\nit.'],
			'Nothing was sent. Open the credential. Run it again. Give\nit.',
			'It failed. Nothing was sent. Ask a person to open the credential. Give it.',
		],
	])('with the cures %j: “%s” in the editor, “%s” for a model', (cures, inEditor, line) => {
		for (const error of [inputError(item, 'It failed', cures), asNodeError(node, new Problem('It failed', cures))]) {
			expect(error.description ?? undefined).toBe(inEditor);
			expect(errorForAgent(error, view()).message).toBe(line);
		}
	});

	test('tells what was added to its description later, and words of others as they are', () => {
		const error = withAdvice(inputError(item, 'It failed', forEditor('Run it again.')), 'Rows 1 to 3.');
		expect(error.description).toBe('Run it again. Rows 1 to 3.');
		expect(errorForAgent(error, view()).message).toBe('It failed. Rows 1 to 3.');
		const foreign = new NodeOperationError(node, 'It failed', { description: 'Open the credential by expression.' });
		expect(errorForAgent(foreign, view()).message).toBe('It failed. Open the credential by expression.');
	});

	test('says whose the words of a refusal are, cut, wherever they stand in the message', () => {
		const told = (said: string, before = ''): string => {
			const error = new ServiceError(node, { message: said, isSaid: true, kind: 'invalid', description: 'Check it.' });
			error.message = `${before}${error.message}`;
			return errorForAgent(error, view()).message;
		};
		expect(told('page $& must be 1')).toBe('The service says: “page $& must be 1”. Check it.');
		expect(told('No', 'Row 2: ')).toBe('Row 2: The service says: “No”. Check it.');
		expect(told('x'.repeat(600))).toBe(`The service says: “${'x'.repeat(300)}”. Check it.`);
	});

	test('is looked at in no time, whatever is in it', () => {
		const started = Date.now();
		for (const letters of [' ', '.', '“', '\\', ', or '])
			errorForAgent(new NodeOperationError(node, `x${letters.repeat(100_000)}y`), view());
		expect(Date.now() - started).toBeLessThan(2000);
	});

	test('comes out of n8n as it is, whichever of its classes it has', () => {
		const [message, description] = ['Site 7\nis refused', 'Enter an ID, or check the expression: it returned nothing.'];
		for (const error of [
			new NodeOperationError(node, message, { description }),
			new NodeApiError(node, { message }, { message, description, httpCode: '400' }),
		]) {
			withCures(error, forEditor(description, 'Give an ID.'));
			// As n8n makes a tool's answer of an error.
			const told = new NodeOperationError(node, errorForAgent(error, view()));
			const details = told.description && !told.message.includes(told.description) ? told.description : '';
			expect({ message: told.message, details }).toEqual({ message: 'Site 7 is refused. Give an ID.', details: '' });
		}
	});
});

/** What only a person can do, or only in the editor. */
const NOT_THE_CALLERS =
	/\bexpressions?\b|\{\{|\b(?:[Oo]pen|[Ff]ill in|[Ss]witch on|[Ll]ook at|[Cc]orrect) [^.]*\bcredential\b|Service Details|On Error|Page Size|page size|support of the service|[Pp]ick |Run (?:it|this one|the workflow) again/;

/** Plain texts in the cures of errors in a source: what isn't wrapped in its addressee. */
function callersTexts(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
	const texts: string[] = [];
	const look = (node: ts.Node, isCure: boolean): void => {
		const called = ts.isCallExpression(node) || ts.isNewExpression(node) ? node.expression.getText() : '';
		if (['forPerson', 'forEditor'].includes(called)) return;
		const isError = ['inputError', 'refusal', 'Problem'].includes(called);
		const isAdvice = ts.isPropertyAssignment(node) && /^(?:description|again|cure)$/.test(node.name.getText());
		const isText =
			ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
		if (isCure && isText) texts.push(node.getText());
		const after = isCure || (isAdvice && /transport\/(?:errors|pagination)/.test(file));
		if (isError) {
			const most = { inputError: 2, refusal: 4, Problem: 1 }[called as 'refusal'];
			for (const each of (node as ts.CallExpression).arguments?.slice(most) ?? []) look(each, true);
		} else ts.forEachChild(node, (child) => look(child, after));
	};
	look(source, false);
	return texts;
}

test('no advice for the caller speaks of what a caller can’t do', () => {
	const texts = globSync('nodes/WorkforceOperations/{form,operations,resources,transport}/**/*.ts').flatMap(
		callersTexts,
	);
	expect(texts.length).toBeGreaterThan(100);
	expect(texts.filter((text) => NOT_THE_CALLERS.test(text))).toEqual([]);
});
