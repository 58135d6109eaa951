import type { IDataObject } from 'n8n-workflow';
import { bytesOfMb } from '../transport';
import type { Item } from './item';
import { countField } from './fields';

/** Node holds a file in one buffer, and larger buffers aren't possible on every platform. */
const MOST_MB = 2000;

export const largestFileOption = countField({
	displayName: 'Largest File (MB)',
	name: 'largestFileMb',
	default: 100,
	description: 'Larger files, counted after unpacking, are not downloaded; an error says so',
	maximum: MOST_MB,
});

/** Its value in bytes. */
export const largestFile = (item: Item, options: IDataObject): number =>
	bytesOfMb(largestFileOption.read(item, options));
