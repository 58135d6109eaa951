import type { RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { Description } from '../description/load.mts';
import type { Choices } from '../core/choices.mts';
import { isMoment } from '../core/moments.mts';

type ValidatorOptions = Parameters<typeof OpenApiValidator.middleware>[0];

/** What was made for the sandboxes of this process: reading the description costs more than all else that one does when it starts. */
const made = new Map<string, RequestHandler[]>();

/**
 * Checks requests against the description; unknown query parameters are refused, and unknown body fields as the choice says. `responses` also checks what the
 * sandbox answers, which the tests switch on. Security is left to the pipeline, because its order and words are the service's own.
 */
export function descriptionValidator(description: Description, choices: Choices, responses: boolean): RequestHandler[] {
	const key = `${choices.unknownFields} ${choices.offset} ${responses}`;
	const validator = made.get(key) ?? makeValidator(description, choices, responses);
	made.set(key, validator);
	return validator;
}

function makeValidator(description: Description, choices: Choices, responses: boolean): RequestHandler[] {
	return OpenApiValidator.middleware({
		apiSpec: boundIntegers(responses ? description : withoutAnswers(description)) as unknown as Exclude<
			ValidatorOptions['apiSpec'],
			string
		>,
		validateRequests: {
			allowUnknownQueryParameters: false,
			...(choices.unknownFields === 'ignored' ? { removeAdditional: true } : {}),
		},
		validateResponses: responses,
		validateSecurity: false,
		fileUploader: false,
		formats: { 'date-time': { type: 'string', validate: (text: string) => isMoment(text, choices.offset) } },
		ignorePaths: (path: string) => !path.startsWith('/api/'),
	}) as unknown as RequestHandler[];
}

/** The validator compiles the schemas of all answers, whether it checks any or not, and that takes it longer than all else. */
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

// Assumed, Requests: ids and limits are at least 1, anchors at least 0, and all are whole numbers that JavaScript holds; an
//   e-mail address has the form of one; an unknown query parameter is 400. Dates without an offset and unknown body fields are
//   choices.
/** Larger numbers are not whole numbers to JavaScript, and no longer numbers to the database. */
const largestInteger = Number.MAX_SAFE_INTEGER;

/** A copy in which every integer without a largest value has one. */
function boundIntegers<Schema>(schema: Schema): Schema {
	if (Array.isArray(schema)) return schema.map(boundIntegers) as Schema;
	if (typeof schema !== 'object' || schema === null) return schema;
	const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, boundIntegers(value)]));
	const integer = [copy.type].flat().includes('integer');
	if (integer && copy.maximum === undefined && copy.enum === undefined) copy.maximum = largestInteger;
	return copy as Schema;
}
