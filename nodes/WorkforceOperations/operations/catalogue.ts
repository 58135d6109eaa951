import type { Resource } from './types';

let registered: readonly Resource[] = [];

/** Called once by the list of resources. An operation can't import that list: it would import itself. */
export function registerResources(resources: readonly Resource[]): void {
	registered = resources;
}

export const allResources = (): readonly Resource[] => registered;
