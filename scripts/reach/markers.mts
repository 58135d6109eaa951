// Sources instrumented so that every function and every loaded file leaves a mark: a run then shows which tests reach
// what.
import ts from 'typescript';

/** A part of a file that is reached as a whole: a function, or the code that runs when the file is loaded. */
export interface Stretch {
	start: number;
	end: number;
}

type Body = { node: ts.FunctionLikeDeclaration; body: ts.ConciseBody };

const bodyOf = (node: ts.Node): Body | undefined =>
	ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
		? { node: node as ts.FunctionLikeDeclaration, body: node.body as ts.ConciseBody }
		: undefined;

/** Every function body of a file, in the order of the file; the file itself comes first. Its number is its place in this list. */
export function stretchesIn(text: string): Stretch[] {
	const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
	const found: Stretch[] = [{ start: 0, end: text.length }];
	const walk = (node: ts.Node): void => {
		const function_ = bodyOf(node);
		if (function_ !== undefined) found.push({ start: function_.body.getStart(source), end: function_.body.end });
		ts.forEachChild(node, walk);
	};
	walk(source);
	return found;
}

/** The number of the innermost stretch around a place. */
export function stretchAt(stretches: readonly Stretch[], place: number): number {
	const around = stretches.filter(({ start, end }) => start <= place && place < end);
	const innermost = around.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
	return innermost === undefined ? 0 : stretches.indexOf(innermost);
}

/** The text of each stretch without nested ones, so that it changes only with the stretch itself. */
export function ownTexts(text: string): string[] {
	const stretches = stretchesIn(text);
	return stretches.map((own) => {
		let said = '';
		let from = own.start;
		for (const { start, end } of stretches) {
			if (start < from || end > own.end || (start === own.start && end === own.end)) continue;
			said += text.slice(from, start);
			from = end;
		}
		return said + text.slice(from, own.end);
	});
}

/** The file with a mark set in each of its stretches when it runs, for reached.mts to read. Lines stay where they are. */
export function marked(file: string, text: string): string {
	const [, ...functions] = stretchesIn(text);
	const insertions = functions.flatMap(({ start, end }, index) => {
		const mark = `reachedHere[${index + 1}] = 1`;
		return text[start] === '{'
			? [{ at: start + 1, text: ` ${mark};` }]
			: [
					{ at: start, text: `(${mark}, ` },
					{ at: end, text: ')' },
				];
	});
	const count = functions.length + 1;
	const parts = [
		`const reachedHere: Uint8Array = (globalThis as any).reached?.('${file}', ${count}) ?? new Uint8Array(${count}); reachedHere[0] = 1; `,
	];
	let from = 0;
	// At the same place, the inner function ends first and begins last.
	for (const { at, text: inserted } of insertions.sort((a, b) => a.at - b.at)) {
		parts.push(text.slice(from, at), inserted);
		from = at;
	}
	return `${parts.join('')}${text.slice(from)}`;
}
