import type * as index from '../sandbox/index.mts';

declare const globalThis: { startSandbox: typeof index.startSandbox };

/** Starts a sandbox whose modules are loaded once for each of Jest's processes (`environment.mts`). */
export const startSandbox: typeof index.startSandbox = (options) =>
	globalThis.startSandbox({ ...variant(), ...options });

/** It doesn't see the variables that a project of Jest's sets. */
function variant(): Pick<index.SandboxOptions, 'variant'> {
	return process.env.WORKFORCE_VARIANT === 'contrary' ? { variant: 'contrary' } : {};
}
