import type { RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { Description } from '../description/load.mts';
import { isMoment } from '../core/moments.mts';

type ValidatorOptions = Parameters<typeof OpenApiValidator.middleware>[0];

/** Validators shared by the sandboxes of this process: reading the description is the slowest part of a start. */
const made = new Map<boolean, RequestHandler[]>();

/**
 * Validates requests against the description. Unknown query parameters and body fields are refused. `responses` also
 * validates the description and the sandbox's own responses, for its tests. Authentication is left to the pipeline,
 * because its order and messages are the service's own.
 */
export function descriptionValidator(description: Description, responses: boolean): RequestHandler[] {
	const validator = made.get(responses) ?? makeValidator(description, responses);
	made.set(responses, validator);
	return validator;
}

function makeValidator(description: Description, responses: boolean): RequestHandler[] {
	return OpenApiValidator.middleware({
		apiSpec: boundIntegers(responses ? description : withoutAnswers(description)) as unknown as Exclude<
			ValidatorOptions['apiSpec'],
			string
		>,
		validateRequests: { allowUnknownQueryParameters: false },
		validateResponses: responses,
		// Only the sandbox's tests check that the description is valid OpenAPI, because that takes longer than a start.
		validateApiSpec: responses,
		validateSecurity: false,
		fileUploader: false,
		formats: { 'date-time': { type: 'string', validate: (text: string) => isMoment(text) } },
		ignorePaths: (path: string) => !path.startsWith('/api/'),
	}) as unknown as RequestHandler[];
}

/** The validator compiles all response schemas even if it doesn't use them, which takes longer than everything else. */
const withoutAnswers = (description: Description): object => ({
	...description,
	webhooks: {},
	paths: Object.fromEntries(
		Object.entries(description.paths).map(([path, methods]) => [
			path,
			Object.fromEntries(
				Object.entries(methods).map(([method, operation]) => [
					method,
					{ ...operation, responses: { 200: { description: 'OK' } } },
				]),
			),
		]),
	),
});

// Assumed, Requests: IDs and limits are at least 1, anchors at least 0, and all are whole numbers that JavaScript can represent;
//   an e-mail address must have a valid form. An unknown query parameter returns 400, and so do an unknown body field and a date
//   without an offset.
/** Larger numbers are inexact in JavaScript, and aren't integers in the database. */
const largestInteger = Number.MAX_SAFE_INTEGER;

/** A copy in which every integer without a maximum has one. */
function boundIntegers<Schema>(schema: Schema): Schema {
	if (Array.isArray(schema)) return schema.map(boundIntegers) as Schema;
	if (typeof schema !== 'object' || schema === null) return schema;
	const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, boundIntegers(value)]));
	const integer = [copy.type].flat().includes('integer');
	if (integer && copy.maximum === undefined && copy.enum === undefined) copy.maximum = largestInteger;
	return copy as Schema;
}
