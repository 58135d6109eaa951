// `npm run docs`: the first part of `npm run update`, without a build.
import { inWords } from './docs/place.mts';
import { writeDocs } from './docs/write.mts';

try {
	console.log(`Wrote docs/reference/: ${await writeDocs()} endpoints.`);
} catch (error) {
	console.error(inWords(error));
	process.exitCode = 1;
}
