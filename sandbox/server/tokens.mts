import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import jwt from 'jsonwebtoken';
import { readMeta, writeMeta } from '../store/database.mts';
import type { Clock } from '../core/clock.mts';
import { ServiceError } from '../core/errors.mts';
import { apiKeys, type ApiKey, type Caller } from '../core/keys.mts';

/**
 * Issues and checks bearer tokens (JWT, HS256) on the sandbox's clock. The signing secret is in the database, so tokens
 * survive a restart.
 */
export class Tokens {
	private readonly db: DatabaseSync;
	private readonly clock: Clock;
	readonly ttlSeconds: number;
	/** API keys that can no longer be exchanged; their tokens stay valid. */
	readonly withdrawn = new Set<string>();

	constructor(db: DatabaseSync, clock: Clock, ttlSeconds: number) {
		this.db = db;
		this.clock = clock;
		this.ttlSeconds = ttlSeconds;
		if (readMeta(db, 'tokenSecret') === null) this.revokeAll();
	}

	// Assumed, Token: the claims are `KeyType`, `KeyName`, `CompanyId`, `CustomerId`, `SiteId` (IDs separated by commas, empty
	//   for all) and `Scope` (separated by spaces).
	issue(key: ApiKey): string {
		const issued = Math.floor(this.clock.now() / 1000);
		const claims = {
			KeyType: key.keyType,
			KeyName: key.name,
			CompanyId: String(key.companyId),
			CustomerId: key.customerIds.join(','),
			SiteId: key.siteIds.join(','),
			Scope: key.scope,
			iat: issued,
			exp: issued + this.ttlSeconds,
			jti: randomBytes(8).toString('hex'),
		};
		return jwt.sign(claims, this.secret(), { algorithm: 'HS256' });
	}

	/** The caller of an `Authorization` header; throws a 401 that says what is wrong. */
	check(header: string | undefined): Caller {
		const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
		if (token === undefined)
			throw new ServiceError(401, 'The bearer token is missing: send the header "Authorization: Bearer <token>".');
		let claims: jwt.JwtPayload | string;
		try {
			claims = jwt.verify(token, this.secret(), {
				algorithms: ['HS256'],
				clockTimestamp: Math.floor(this.clock.now() / 1000),
			});
		} catch (error) {
			const expired = error instanceof jwt.TokenExpiredError;
			throw new ServiceError(401, expired ? 'The bearer token has expired.' : 'The bearer token is not valid.');
		}
		if (typeof claims === 'string') throw new ServiceError(401, 'The bearer token is not valid.');
		const key = apiKeys.find(({ name }) => name === claims.KeyName);
		if (key === undefined) throw new ServiceError(401, 'The bearer token is not valid.');
		return {
			name: key.name,
			keyType: String(claims.KeyType),
			scopes: String(claims.Scope ?? '')
				.split(' ')
				.filter((scope) => scope !== ''),
			companyId: Number(claims.CompanyId),
			customerIds: numbers(claims.CustomerId),
			siteIds: numbers(claims.SiteId),
		};
	}

	/** Invalidates all tokens by changing the signing secret. */
	revokeAll(): void {
		writeMeta(this.db, 'tokenSecret', randomBytes(32).toString('hex'));
	}

	private secret(): KeyObject {
		return createSecretKey(readMeta(this.db, 'tokenSecret') ?? '', 'utf8');
	}
}

function numbers(list: unknown): number[] {
	return String(list ?? '')
		.split(',')
		.filter((part) => part !== '')
		.map(Number);
}
