import type { IDataObject } from 'n8n-workflow';
import type { Bytes } from './bytes';
import { deflateBytes, unpacked } from './deflate';

/** Buffers pages of rows, compressed, until the last one has shown which columns there are. */
export class KeptPages {
	private readonly pages: Bytes[] = [];

	async add(rows: readonly IDataObject[]): Promise<void> {
		if (rows.length > 0) this.pages.push(await deflateBytes(Buffer.from(JSON.stringify(rows), 'utf8')));
	}

	/** The pages in order, once; each is released when it is yielded. */
	async *take(): AsyncGenerator<IDataObject[]> {
		for (let page = this.pages.shift(); page !== undefined; page = this.pages.shift()) {
			yield JSON.parse((await unpacked(page)).toString('utf8')) as IDataObject[];
		}
	}
}
