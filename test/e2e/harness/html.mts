// A web server that isn't the service: it answers a page to whatever is asked, as a mistyped base address does.
import http from 'node:http';

export interface WebPage {
	url: string;
	close: () => Promise<void>;
}

export function startWebPage(): Promise<WebPage> {
	const server = http.createServer((_request, response) => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
		response.end('<!doctype html><title>Welcome</title><h1>Our web site</h1>');
	});
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			if (address === null || typeof address === 'string') throw new Error('The web page got no port.');
			const close = (): Promise<void> =>
				new Promise((done) => {
					server.close(() => done());
					server.closeAllConnections();
				});
			resolve({ url: `http://127.0.0.1:${address.port}`, close });
		});
	});
}
