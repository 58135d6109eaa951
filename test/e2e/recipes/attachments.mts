// What a mail with several parts carries.

export interface Attachment {
	name: string;
	content: Buffer;
}

const parts = (source: string): string[] => source.split(/^--.*$/m);

/** The files of a mail, in their order. */
export const attachmentsOf = (source: string): Attachment[] =>
	parts(source)
		.filter((part) => /^Content-Disposition: attachment/im.test(part))
		.map((part) => {
			const [, name = ''] = /filename="?([^"\n;]+)"?/i.exec(part) ?? [];
			const [, ...content] = part.trim().split(/\n\s*\n/);
			return { name, content: Buffer.from(content.join(''), 'base64') };
		});

/** The readable part of a mail of this type, such as `text/html`; empty where it has none. */
export function partOf(source: string, type: string): string {
	const part = parts(source).find((each) => new RegExp(`^Content-Type: ${type}`, 'im').test(each)) ?? '';
	const [head = '', ...content] = part.trim().split(/\n\n/);
	const body = content.join('\n\n');
	if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
	if (!/quoted-printable/i.test(head)) return body;
	const bytes = body
		.replace(/=\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}
