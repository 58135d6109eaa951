// Sources in which every function says that it was called, and every file that it was loaded: so a run tells which tests reach what.
import ts from 'typescript';

/** A stretch of a file that is reached as a whole: a function, or what runs when the file is loaded. */
interface Stretch {
	/** `file:number`; the number of the whole file is 0. */
	id: string;
	start: number;
	end: number;
}

type Body = { node: ts.FunctionLikeDeclaration; body: ts.ConciseBody };

const bodyOf = (node: ts.Node): Body | undefined =>
	ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
		? { node: node as ts.FunctionLikeDeclaration, body: node.body as ts.ConciseBody }
		: undefined;

/** Every function body of a file, in the order of the file; the file itself comes first. */
export function stretchesIn(file: string, text: string): Stretch[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
	const found: Stretch[] = [{ id: `${file}:0`, start: 0, end: text.length }];
	const walk = (node: ts.Node): void => {
		const function_ = bodyOf(node);
		if (function_ !== undefined)
			found.push({ id: `${file}:${found.length}`, start: function_.body.getStart(source), end: function_.body.end });
		ts.forEachChild(node, walk);
	};
	walk(source);
	return found;
}

/** The innermost stretch around a place. */
export const stretchAt = (stretches: readonly Stretch[], place: number): Stretch | undefined =>
	stretches
		.filter(({ start, end }) => start <= place && place < end)
		.sort((a, b) => a.end - a.start - (b.end - b.start))[0];

/** The file with a call of `globalThis.reached` in each of its stretches. */
export function marked(file: string, text: string): string {
	const [whole, ...functions] = stretchesIn(file, text);
	const insertions = functions.flatMap(({ id, start, end }) => {
		const call = `(globalThis as any).reached?.('${id}')`;
		return text[start] === '{'
			? [{ at: start + 1, text: ` ${call};` }]
			: [
					{ at: start, text: `(${call}, ` },
					{ at: end, text: ')' },
				];
	});
	const parts: string[] = [];
	let from = 0;
	// Of two at one place the inner function ends first and begins last.
	for (const { at, text: inserted } of insertions.sort((a, b) => a.at - b.at)) {
		parts.push(text.slice(from, at), inserted);
		from = at;
	}
	return `${parts.join('')}${text.slice(from)}\n(globalThis as any).reached?.('${whole?.id ?? file}');\n`;
}
