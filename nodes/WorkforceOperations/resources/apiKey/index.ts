import type { Resource } from '../../operations/types';
import { check } from './check';

export const apiKey: Resource = { value: 'apiKey', name: 'API Key', operations: [check] };
