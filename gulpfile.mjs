// The build, as tasks: `npm run build` and every command that needs dist/ run the default one.
import gulp from 'gulp';
import { bundle, check, empty } from './kit/lib/build.mts';

/** What isn't code: icons, codex files and output previews, each beside the node it belongs to. */
const companions = ['{nodes,credentials}/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

const copy = () => gulp.src(companions, { base: '.', encoding: false }).pipe(gulp.dest('dist'));

export { bundle, check, copy, empty };
export default gulp.series(empty, gulp.parallel(bundle, copy), check);
