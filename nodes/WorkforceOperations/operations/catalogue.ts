import type { Resource } from './types';

let known: readonly Resource[] = [];

/** Told once, where the resources are listed: an operation can't import the list that it stands in. */
export function tellResources(resources: readonly Resource[]): void {
	known = resources;
}

/** Every resource of the node. */
export const allResources = (): readonly Resource[] => known;
