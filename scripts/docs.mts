// `npm run docs`: the pages alone of what `npm run update` writes, without a build.
import { inWords } from './docs/place.mts';
import { writeDocs } from './docs/write.mts';

try {
	console.log(`Wrote docs/reference/: ${await writeDocs()} endpoints.`);
} catch (error) {
	console.error(inWords(error));
	process.exitCode = 1;
}
