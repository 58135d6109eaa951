import type { RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import type { Description } from '../description/load.mts';

type ValidatorOptions = Parameters<typeof OpenApiValidator.middleware>[0];

/**
 * Checks requests against the description; unknown query parameters and body fields are refused. `responses` also checks what the
 * sandbox answers, which the tests switch on. Security is left to the pipeline, because its order and words are the service's own.
 */
export function descriptionValidator(description: Description, responses: boolean): RequestHandler[] {
	return OpenApiValidator.middleware({
		apiSpec: description as unknown as Exclude<ValidatorOptions['apiSpec'], string>,
		validateRequests: { allowUnknownQueryParameters: false },
		validateResponses: responses,
		validateSecurity: false,
		fileUploader: false,
		ignorePaths: (path: string) => !path.startsWith('/api/'),
	}) as unknown as RequestHandler[];
}
