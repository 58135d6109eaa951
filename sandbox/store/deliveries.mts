import type { DatabaseSync } from 'node:sqlite';
import { selectAll, selectOne, type Row } from './query.mts';

type DeliveryStatus = 'Pending' | 'Delivered' | 'Failed' | 'MaxRetriesReached';

interface NewDelivery {
	subscriptionId: number;
	eventType: string;
	event: string;
	entityId: number;
	body: string;
}

/** Stores a delivery that is due now. */
export function insertDelivery(db: DatabaseSync, delivery: NewDelivery, now: number): number {
	const { lastInsertRowid } = db
		.prepare(
			"INSERT INTO deliveries (subscription_id, event_type, event, entity_id, body, status, next_at, created_at) VALUES (?, ?, ?, ?, ?, 'Pending', ?, ?)",
		)
		.run(delivery.subscriptionId, delivery.eventType, delivery.event, delivery.entityId, delivery.body, now, now);
	return Number(lastInsertRowid);
}

/** The last body sent to a subscription. */
export function lastBody(db: DatabaseSync, subscriptionId: number): string | null {
	const last = 'SELECT body FROM deliveries WHERE subscription_id = ? ORDER BY id DESC LIMIT 1';
	const row = selectOne(db, last, subscriptionId);
	return row === null ? null : String(row.body);
}

/** A delivery with the current target, secret and state of its subscription. */
export function findDelivery(db: DatabaseSync, id: number): Row | null {
	return selectOne(
		db,
		`SELECT d.*, u.uri, s.secret, u.is_active AND s.is_active AS listening
		FROM deliveries d JOIN subscriptions u ON u.id = d.subscription_id JOIN subscribers s ON s.id = u.subscriber_id WHERE d.id = ?`,
		id,
	);
}

/** Ids whose next attempt is due, oldest first, at most `most`. */
export function dueDeliveries(db: DatabaseSync, now: number, most: number): number[] {
	return selectAll(db, 'SELECT id FROM deliveries WHERE next_at <= ? ORDER BY next_at, id LIMIT ?', [now, most]).map(
		(row) => Number(row.id),
	);
}

/** When the first attempt after `after` is due; null if there is none. */
export function nextDue(db: DatabaseSync, after: number): number | null {
	const row = selectOne(db, 'SELECT min(next_at) AS at FROM deliveries WHERE next_at > ?', after);
	return typeof row?.at === 'number' ? row.at : null;
}

/** Moves all future due times `ms` earlier, so that nothing waits longer than planned after the clock went back. */
export function bringForward(db: DatabaseSync, now: number, ms: number): void {
	db.prepare('UPDATE deliveries SET next_at = max(?, next_at - ?) WHERE next_at IS NOT NULL').run(now, ms);
}

/** The outcomes of the attempts after the one with the id `after`. */
export function countAttempts(db: DatabaseSync, after: number): { delivered: number; failed: number } {
	const row = selectOne(
		db,
		'SELECT coalesce(sum(status_code BETWEEN 200 AND 299), 0) AS delivered, count(*) AS n FROM attempts WHERE id > ?',
		after,
	);
	const delivered = Number(row?.delivered ?? 0);
	return { delivered, failed: Number(row?.n ?? 0) - delivered };
}

export function lastAttempt(db: DatabaseSync): number {
	return Number(selectOne(db, 'SELECT max(id) AS id FROM attempts')?.id ?? 0);
}

export function setDelivery(
	db: DatabaseSync,
	id: number,
	status: DeliveryStatus,
	tries: number,
	nextAt: number | null,
): void {
	db.prepare('UPDATE deliveries SET status = ?, tries = ?, next_at = ? WHERE id = ?').run(status, tries, nextAt, id);
}

export function insertAttempt(
	db: DatabaseSync,
	deliveryId: number,
	at: number,
	statusCode: number | null,
	error: string | null,
): void {
	db.prepare('INSERT INTO attempts (delivery_id, at, status_code, error) VALUES (?, ?, ?, ?)').run(
		deliveryId,
		at,
		statusCode,
		error,
	);
}

export function attemptsOf(db: DatabaseSync, deliveryId: number): Row[] {
	return selectAll(db, 'SELECT * FROM attempts WHERE delivery_id = ? ORDER BY id', [deliveryId]);
}
