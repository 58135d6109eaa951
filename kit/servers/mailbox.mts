// A mail server that stores its mail, in place of a real one for n8n's Send Email node.
import net from 'node:net';
import { listen } from './loopback.mts';

interface Mail {
	to: string[];
	subject: string;
	text: string;
}

export interface Mailbox {
	port: number;
	mails: Mail[];
	/** From now on mail to an address, or with a subject, that fits is refused; `undefined` takes everything again. */
	refuse: (pattern: RegExp | undefined) => void;
	close: () => Promise<void>;
}

/** `=C3=A9` and soft line ends of quoted-printable. */
const quoted = (text: string): string =>
	Buffer.from(
		text
			.replace(/=\r?\n/g, '')
			.replace(/[^\x00-\x7f]/g, '?')
			.replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16))),
		'latin1',
	).toString('utf8');

/** Words such as `=?UTF-8?Q?Ren=C3=A9?=` in a header. */
const word = (header: string): string =>
	header
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_match, kind: string, text: string) =>
			kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString('utf8') : quoted(text.replace(/_/g, ' ')),
		);

function readMail(to: string[], source: string): Mail {
	const [head = '', ...rest] = source.split('\r\n\r\n');
	const body = rest.join('\r\n\r\n').replace(/^\.\./gm, '.');
	const headers = head.replace(/\r\n[ \t]+/g, ' ');
	const header = (name: string): string => new RegExp(`^${name}: *(.*)$`, 'im').exec(headers)?.[1] ?? '';
	const encoding = header('Content-Transfer-Encoding').toLowerCase();
	const text =
		encoding === 'base64'
			? Buffer.from(body, 'base64').toString('utf8')
			: encoding === 'quoted-printable'
				? quoted(body)
				: body;
	return { to, subject: word(header('Subject')), text: text.replace(/\r\n/g, '\n').trimEnd() };
}

/** One conversation in SMTP, as far as a sender without a sign-in needs it. */
function converse(socket: net.Socket, keep: (mail: Mail) => boolean): void {
	let received = '';
	let to: string[] = [];
	let inMail = false;
	const say = (line: string): void => void socket.write(`${line}\r\n`);
	const command = (line: string): void => {
		const name = line.slice(0, 4).toUpperCase();
		if (name === 'RCPT') to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
		if (name === 'MAIL') to = [];
		inMail = name === 'DATA';
		say(inMail ? '354 Go on' : name === 'QUIT' ? '221 Goodbye' : '250 Fine');
		if (name === 'QUIT') socket.end();
	};
	socket.on('error', () => undefined);
	socket.on('data', (chunk) => {
		received += chunk.toString('latin1');
		for (;;) {
			const mark = inMail ? '\r\n.\r\n' : '\r\n';
			const end = received.indexOf(mark);
			if (end < 0) return;
			const part = received.slice(0, end);
			received = received.slice(end + mark.length);
			if (inMail) {
				inMail = false;
				say(keep(readMail(to, Buffer.from(part, 'latin1').toString('utf8'))) ? '250 Kept' : '554 Refused');
			} else command(part);
		}
	});
	say('220 mailbox');
}

export async function startMailbox(): Promise<Mailbox> {
	const mails: Mail[] = [];
	const sockets = new Set<net.Socket>();
	let refused: RegExp | undefined;
	const server = net.createServer((socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		converse(socket, (mail) => {
			if (refused?.test(`${mail.to.join(' ')} ${mail.subject}`)) return false;
			mails.push(mail);
			return true;
		});
	});
	const { port, close } = await listen(server, () => sockets.forEach((socket) => socket.destroy()));
	return { port, mails, refuse: (pattern) => void (refused = pattern), close };
}
