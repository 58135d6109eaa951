// `npm run docs`: puts sandbox/openapi.yaml together from its parts, writes docs/service-coverage.md from openapi.yaml, the endpoint table, the operations and the tests,
// and the lists of the sandbox's README from its sources.
import fs from 'node:fs';
import path from 'node:path';
import { writeBundle } from '../sandbox/description/bundle.mts';
import { withLists } from './docs/assumptions.mts';
import { coverage } from './docs/coverage.mts';
import { page } from './docs/page.mts';
import { loadPackageContract, loadPackageResources } from './docs/sources.mts';
import { inClone } from '../kit/lib/paths.mts';

const file = inClone('docs', 'service-coverage.md');
try {
	writeBundle();
	const rows = coverage({ contract: await loadPackageContract(), resources: await loadPackageResources() });
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, page(rows));
	const readme = inClone('sandbox', 'README.md');
	fs.writeFileSync(readme, withLists(fs.readFileSync(readme, 'utf8')));
	console.log(`Wrote docs/service-coverage.md: ${rows.length} endpoints.`);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
