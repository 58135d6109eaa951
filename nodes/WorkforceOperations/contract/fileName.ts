/** The last part of a name that may hold folders of either kind, without signs that no file name has; undefined when nothing is left. */
export function fileNameOf(name: string): string | undefined {
	const last = name.split(/[/\\]/).pop() ?? '';
	const plain = [...last]
		.filter((sign) => sign >= ' ' && sign !== '\u007f')
		.join('')
		.trim();
	return /^\.*$/.test(plain) ? undefined : plain;
}
