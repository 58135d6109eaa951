import type { Resource } from '../types';
import { send } from './send';

export const customRequest: Resource = { value: 'customRequest', name: 'Custom Request', operations: [send] };
