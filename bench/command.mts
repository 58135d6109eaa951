// `npm run bench`, or `npm run bench -- a c`: measures, and writes what came out to bench/RESULTS.md.
import { signedDeliveries } from './deliveries.mts';
import { files } from './files.mts';
import { floor } from './floor.mts';
import { loading } from './loading.mts';
import { minutes } from './minutes.mts';
import { returnAll } from './returnAll.mts';
import { sharedKey } from './sharedKey.mts';
import { sharing } from './sharing.mts';
import { sheetOfStaff } from './sheet.mts';
import { singleReads } from './singleReads.mts';
import { watching } from './watching.mts';
import { writeSection, type Bench } from './lib/report.mts';

const benches: Bench[] = [
	returnAll,
	singleReads,
	sharedKey,
	signedDeliveries,
	loading,
	minutes,
	sharing,
	sheetOfStaff,
	files,
	floor,
	watching,
];

const wanted = process.argv.slice(2).map((letter) => letter.toLowerCase());
const unknown = wanted.filter((letter) => !benches.some((bench) => bench.letter === letter));
if (unknown.length > 0) {
	console.error(`There is no bench ${unknown.join(', ')}. There are:`);
	for (const { letter, title } of benches) console.error(`  ${letter}  ${title}`);
	process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
for (const bench of benches) {
	if (wanted.length > 0 && !wanted.includes(bench.letter)) continue;
	const begun = performance.now();
	console.log(`${writeSection(bench, await bench.run(), benches)}\n`);
	console.log(`(${bench.letter} took ${Math.round((performance.now() - begun) / 1000)} s)\n`);
}
process.exit();
