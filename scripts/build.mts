// `npm run build`: dist/ made anew from the sources.
import { build } from '../kit/lib/build.mts';

try {
	await build();
	console.log('Built dist/.');
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
