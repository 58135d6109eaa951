import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { selectAll, selectOne, type Row } from './query.mts';

/** A new HMAC secret in the published format. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`;

export function insertSubscriber(db: DatabaseSync, companyId: number, keyName: string, now: number): Row {
	const { lastInsertRowid } = db
		.prepare('INSERT INTO subscribers (company_id, secret, is_active, key_name, created_at) VALUES (?, ?, 1, ?, ?)')
		.run(companyId, newSecret(), keyName, now);
	return findSubscriber(db, Number(lastInsertRowid)) as Row;
}

export function findSubscriber(db: DatabaseSync, id: number): Row | null {
	return selectOne(db, 'SELECT * FROM subscribers WHERE id = ?', id);
}

export function changeSubscriber(
	db: DatabaseSync,
	id: number,
	change: { isActive?: boolean; secret?: string },
	now: number,
): Row {
	db.prepare(
		'UPDATE subscribers SET is_active = coalesce(?, is_active), secret = coalesce(?, secret), modified_at = ? WHERE id = ?',
	).run(change.isActive === undefined ? null : Number(change.isActive), change.secret ?? null, now, id);
	return findSubscriber(db, id) as Row;
}

interface NewSubscription {
	subscriberId: number;
	eventType: string;
	event: string;
	filterId: number;
	uri: string;
	keyName: string;
}

export function insertSubscription(db: DatabaseSync, subscription: NewSubscription, now: number): Row {
	const { lastInsertRowid } = db
		.prepare(
			'INSERT INTO subscriptions (subscriber_id, event_type, event, filter_id, uri, is_active, key_name, created_at) VALUES (?, ?, ?, ?, ?, 1, ?, ?)',
		)
		.run(
			subscription.subscriberId,
			subscription.eventType,
			subscription.event,
			subscription.filterId,
			subscription.uri,
			subscription.keyName,
			now,
		);
	return findSubscription(db, Number(lastInsertRowid)) as Row;
}

const joined =
	'SELECT u.*, s.company_id, s.secret, s.is_active AS subscriber_active FROM subscriptions u JOIN subscribers s ON s.id = u.subscriber_id';

/** A subscription with the company, secret and state of its subscriber. */
export function findSubscription(db: DatabaseSync, id: number): Row | null {
	return selectOne(db, `${joined} WHERE u.id = ?`, id);
}

export function changeSubscription(
	db: DatabaseSync,
	id: number,
	change: { isActive?: boolean; uri?: string },
	now: number,
): Row {
	db.prepare(
		'UPDATE subscriptions SET is_active = coalesce(?, is_active), uri = coalesce(?, uri), modified_at = ? WHERE id = ?',
	).run(change.isActive === undefined ? null : Number(change.isActive), change.uri ?? null, now, id);
	return findSubscription(db, id) as Row;
}

export function subscriptionsOf(db: DatabaseSync, subscriberId: number): Row[] {
	return selectAll(db, `${joined} WHERE u.subscriber_id = ? ORDER BY u.id`, [subscriberId]);
}

/** The recipients of an event: active subscriptions of the company's active subscribers. */
export function listenersTo(db: DatabaseSync, companyId: number, eventType: string, event: string): Row[] {
	return selectAll(
		db,
		`${joined} WHERE s.company_id = ? AND u.event_type = ? AND u.event = ? AND u.is_active = 1 AND s.is_active = 1 ORDER BY u.id`,
		[companyId, eventType, event],
	);
}
