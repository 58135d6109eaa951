// Writes the generated pages: sandbox/openapi.yaml from its parts; docs/reference/service-coverage.md from
// openapi.yaml, the endpoint table, the operations and the tests; docs/reference/assumptions.md from these and from
// comments; docs/reference/operations.md from the forms and the previews; and the lists in both READMEs and
// the architecture page from their sources.
import fs from 'node:fs';
import { writeBundle } from '../../sandbox/description/bundle.mts';
import { inClone } from '../../kit/lib/paths.mts';
import { disagreements } from './agreement.mts';
import { assumedPage } from './assumed.mts';
import { withLists } from './assumptions.mts';
import { coverage, type Sources } from './coverage.mts';
import { operationsPage, withOperations } from './operations.mts';
import { page } from './page.mts';
import { withRooms } from './rooms.mts';
import { loadPackageContract, loadPackageEvents, loadPackageNodes, loadPackageResources } from './sources.mts';

const rewrite = (file: string, change: (text: string) => string): void =>
	fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));

/** What the sandbox runs by. Throws where the sources of the service don't agree. */
export async function writeDescription(): Promise<Sources> {
	writeBundle();
	const sources = { contract: await loadPackageContract(), resources: await loadPackageResources() };
	const wrong = disagreements(sources);
	if (wrong.length > 0) throw new Error(wrong.join('\n'));
	return sources;
}

/** Needs an output preview of each operation. Returns how many endpoints there are. */
export async function writeDocs(): Promise<number> {
	const reference = (name: string): string => inClone('docs', 'reference', name);
	const sources = await writeDescription();
	const rows = coverage(sources);
	fs.mkdirSync(reference('.'), { recursive: true });
	fs.writeFileSync(reference('service-coverage.md'), page(rows, sources.contract.FIELDS));
	fs.writeFileSync(reference('assumptions.md'), assumedPage(rows));
	const [events, nodes] = [await loadPackageEvents(), await loadPackageNodes()];
	fs.writeFileSync(reference('operations.md'), operationsPage({ ...sources, events, nodes }));
	rewrite(inClone('README.md'), (readme) => withOperations(readme, sources.resources));
	rewrite(inClone('sandbox', 'README.md'), withLists);
	rewrite(inClone('docs', 'develop', 'architecture.md'), withRooms);
	return rows.length;
}
