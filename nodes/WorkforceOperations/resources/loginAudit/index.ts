import type { Resource } from '../../operations/types';
import { getAll } from './getAll';
import { getRecent } from './getRecent';

export const loginAudit: Resource = { value: 'loginAudit', name: 'Login Audit', operations: [getAll, getRecent] };
