import { expect, test } from '@jest/globals';
import { NodeOperationError, type INode } from 'n8n-workflow';
import { licenceActionText } from '../../../../nodes/WorkforceOperations/resources/staff/licences.ts';

test.each<[string, unknown, string]>([
	['with advice', new NodeOperationError({} as INode, 'Refused', { description: 'Ask them' }), 'Refused. Ask them'],
	['without advice', new NodeOperationError({} as INode, 'Refused'), 'Refused'],
	['of another kind', new Error('Broken'), 'Broken'],
])('an error of a licence %s, in words', (_, error, words) => expect(licenceActionText(error)).toBe(words));
