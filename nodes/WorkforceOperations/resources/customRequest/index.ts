import type { Resource } from '../../operations/types';
import { send } from './send';

export const customRequest: Resource = { value: 'customRequest', name: 'Custom Request', operations: [send] };
