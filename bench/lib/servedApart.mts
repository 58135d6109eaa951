// The sandbox in a thread of its own: what it takes is not counted with what is measured.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.mts';

export type Served = Pick<Sandbox, 'url' | 'keys' | 'subscriptionKey'>;

export async function withSandboxApart<Result>(
	options: SandboxOptions,
	work: (sandbox: Served) => Promise<Result>,
): Promise<Result> {
	const thread = new Worker(new URL(import.meta.url), { workerData: options });
	try {
		const [served] = (await once(thread, 'message')) as [Served];
		return await work(served);
	} finally {
		await thread.terminate();
	}
}

if (!isMainThread) {
	const { url, keys, subscriptionKey } = await startSandbox(workerData as SandboxOptions);
	parentPort?.postMessage({ url, keys: { ...keys }, subscriptionKey } satisfies Served);
}
