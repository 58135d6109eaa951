import { beforeAll, beforeEach } from '@jest/globals';
import { forgetRegistrations } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { type Store, useStore } from './triggerStore.mts';

/** n8n's store, which every test finds empty; what this process remembers of registrations is forgotten too. */
export function useFreshStore(): { rows: Store['rows'] } {
	let store: Store;
	beforeAll(async () => void (store = await useStore()));
	beforeEach(() => {
		store.rows.clear();
		forgetRegistrations();
	});
	return {
		get rows() {
			return store.rows;
		},
	};
}
