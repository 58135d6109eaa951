import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank } from '../contract';
import { bytesOfMb } from '../transport';
import type { Item } from './item';
import { requireCount } from './fields';

const LARGEST_FILE_LABEL = 'Largest File (MB)';

const STANDARD_MB = 100;

/** Node holds a file in one buffer, and larger buffers aren't possible on every platform. */
const MOST_MB = 2000;

export const largestFileOption: INodeProperties = {
	displayName: LARGEST_FILE_LABEL,
	name: 'largestFileMb',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_MB },
	default: STANDARD_MB,
	description: 'Larger files, counted after unpacking, are not downloaded; an error says so',
};

/** `options.largestFileMb` in bytes. */
export const largestFile = (item: Item, { largestFileMb }: IDataObject): number =>
	bytesOfMb(isBlank(largestFileMb) ? STANDARD_MB : requireCount(item, largestFileMb, LARGEST_FILE_LABEL, MOST_MB));
