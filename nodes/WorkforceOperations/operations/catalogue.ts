import type { Resource } from './types';

let known: readonly Resource[] = [];

/** Called once by the list of resources. An operation can't import that list: it would import itself. */
export function tellResources(resources: readonly Resource[]): void {
	known = resources;
}

export const allResources = (): readonly Resource[] => known;
