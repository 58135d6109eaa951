import { beforeAll, beforeEach } from '@jest/globals';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { Store, useStore } from './triggerStore.mts';

/** n8n's store, which every test finds empty and in order; what this process remembers of registrations is forgotten too. */
export function useFreshStore(): Store {
	const store = new Store();
	beforeAll(async () => void (await useStore(store)));
	beforeEach(() => {
		store.rows.clear();
		store.broken = false;
		store.failures = 0;
		forgetRegistrations();
	});
	return store;
}
