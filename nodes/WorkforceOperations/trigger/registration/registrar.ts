import type { IHookFunctions } from 'n8n-workflow';
import { MINUTE_MS } from '../../contract';
import { credible, type Registration } from './registration';
import { keep } from './store';
import type { ListedSubscription, WebhookApi } from './webhookApi';

/** Smaller clock differences aren't stored: comparisons of dates allow for more. */
const NEARLY_RIGHT_MS = MINUTE_MS;

function clockBehindOf(service: WebhookApi, before: number | undefined): number | undefined {
	const { clockBehind = before ?? 0 } = service;
	return clockBehind > NEARLY_RIGHT_MS ? clockBehind : undefined;
}

interface RegistrationStore {
	/** For moments that are stored or sealed, in epoch milliseconds. */
	readonly now: () => number;
	/** Returns the registration as it was stored. */
	readonly keep: (registration: Registration) => Registration;
}

/** Dated by the service's clock. `before`: the registration as it was found. */
const ownStore = (context: IHookFunctions, service: WebhookApi, before: Registration): RegistrationStore => {
	// The service's time has whole seconds: a change must not be dated before the one it follows.
	const now = (): number => {
		const date = service.now();
		return Math.max(date, credible(before.changedAt, date) + 1);
	};
	return {
		now,
		keep: (changed) => keep(context, { ...changed, clockBehind: clockBehindOf(service, changed.clockBehind) }, now()),
	};
};

/**
 * Holds what is known of one subscriber while it is switched on or off; nothing else changes the registration or the
 * list.
 */
export class Registrar {
	readonly context: IHookFunctions;

	readonly service: WebhookApi;

	private readonly registrationStore: RegistrationStore;

	private known: Registration;

	private lastList: readonly ListedSubscription[] | undefined;

	constructor(context: IHookFunctions, service: WebhookApi, registration: Registration, store: RegistrationStore) {
		this.context = context;
		this.service = service;
		this.known = registration;
		this.registrationStore = store;
	}

	/** The registrar of the trigger's own subscriber. */
	static forTrigger(context: IHookFunctions, service: WebhookApi, registration: Registration): Registrar {
		return new Registrar(context, service, registration, ownStore(context, service, registration));
	}

	/** Only the ID of an orphaned subscriber is stored, in the trigger's registration. */
	forOrphan(subscriberId: string): Registrar {
		const orphan: Registration = {
			...this.known,
			...{ subscriberId, subscriberState: 'on', subscriptions: [], strays: [] },
		};
		const { now } = this.registrationStore;
		return new Registrar(this.context, this.service, orphan, { now, keep: (changed) => changed });
	}

	get registration(): Registration {
		return this.known;
	}

	/** Undefined before the first list. */
	get listed(): readonly ListedSubscription[] | undefined {
		return this.lastList;
	}

	now(): number {
		return this.registrationStore.now();
	}

	/** In this process only. */
	update(registration: Registration): void {
		this.known = registration;
	}

	store(registration: Registration): void {
		this.known = this.registrationStore.keep(registration);
	}

	/**
	 * Stores when the service created a subscriber without returning its ID. The date is kept when this registration is
	 * switched off.
	 */
	storeUnidentifiedSubscriber(namelessSince: number): void {
		this.store({ ...this.known, namelessSince });
	}

	setListed(listed: readonly ListedSubscription[]): void {
		this.lastList = listed;
	}
}
