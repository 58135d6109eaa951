// The Jest transform of the package's sources in a measuring run: it adds marks first.
import path from 'node:path';
import { createTransformer } from '@swc/jest';
import { root } from '../../kit/lib/paths.mts';
import { marked } from './markers.mts';

const nameOf = (file: string): string => path.relative(root, file).split(path.sep).join('/');

type Options = Parameters<typeof createTransformer>[0];
type Swc = Required<ReturnType<typeof createTransformer>>;

export default {
	createTransformer(options: Options): Pick<Swc, 'process' | 'getCacheKey'> {
		const swc = createTransformer(options) as Swc;
		return {
			process: (text, file, more) => swc.process(marked(nameOf(file), text), file, more),
			getCacheKey: (text, file, more) => swc.getCacheKey(`marked 1\n${text}`, file, more),
		};
	},
};
