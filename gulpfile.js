// What isn't code in dist: icons, codex files and output previews, each beside the node it belongs to.
const { dest, src } = require('gulp');

const companions = ['{nodes,credentials}/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'];

function copyCompanions() {
	return src(companions, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.default = copyCompanions;
