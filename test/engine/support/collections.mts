// The two collections of a form, from options in one list.
import type { IDataObject } from 'n8n-workflow';

/** These need knowledge of the API. */
const ADVANCED = ['additionalBody', 'additionalQuery', 'batchSize', 'includePageInfo', 'pageSize', 'startCursor'];

/** As the form has them: `options`, and `advanced` where one of these is among them. */
export function inCollections(given: IDataObject): IDataObject {
	const of = (isAdvanced: boolean): IDataObject =>
		Object.fromEntries(Object.entries(given).filter(([name]) => ADVANCED.includes(name) === isAdvanced));
	const advanced = of(true);
	return { options: of(false), ...(Object.keys(advanced).length === 0 ? {} : { advanced }) };
}
