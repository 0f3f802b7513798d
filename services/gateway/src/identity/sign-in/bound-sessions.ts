/**
 * Sessions that are bound to the secret of a page, to a board token, or to both. The gateway makes them
 * without the sign-in library: their cookie has 256 random bits, of which the hash is stored.
 */
import { randomBytes } from 'node:crypto';
import type { Session } from '@muster/contracts';
import { newId, type Db } from '@muster/service-kit';
import type { Credential } from '../../upstream/credential.ts';
import { encodeHash, hashSecret } from '../../upstream/secret-hash.ts';
import { pageSecretHash } from '../authentication/page-secret.ts';
import { sameHash } from '../authentication/token.ts';
import {
  bindSession,
  findBoundSession,
  insertBoundSession,
  takeSession,
} from '../store/sessions.ts';
import type { RequestOrigin } from './auth-library-headers.ts';
import { setCookie, valueOf, type SessionCookies } from './session-cookies.ts';

const SECRET_BYTES = 32;
const USER_AGENT_MAX = 300;

export interface PresentedCookie {
  /** As `name=value`. */
  readonly cookie: string;
  readonly pageSecret: string | undefined;
}

export interface FoundSession extends Pick<Credential, 'boardTokenId' | 'limits'> {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: string;
}

/** What a session acts for, and what it is bound to. */
export interface SessionGrant {
  readonly userId: string;
  readonly pageSecret: string | undefined;
  readonly boardTokenId: string | null;
}

export interface OpenedSession {
  readonly session: Session;
  readonly cookies: readonly string[];
}

export interface BoundSessions {
  open(grant: SessionGrant, from: RequestOrigin): Promise<OpenedSession>;
  /** Binds a session that the sign-in library has just made, before its cookie is sent. */
  bind(libraryToken: string, pageSecret: string): Promise<OpenedSession>;
  find(presented: PresentedCookie): Promise<FoundSession | undefined>;
  end(cookie: string): Promise<readonly string[]>;
  /** What expires the cookie. */
  readonly expired: readonly string[];
}

/** The form in which the token of a bound session is stored; no signature makes it a cookie. */
export const storedToken = (cookie: string): string =>
  `sha256:${encodeHash(hashSecret(valueOf(cookie)))}`;

export function openBoundSessions(
  db: Db,
  cookies: SessionCookies,
  validSeconds: number,
): BoundSessions {
  const make = () => {
    const cookie = `${cookies.boundName}=${randomBytes(SECRET_BYTES).toString('base64url')}`;
    return { cookie, token: storedToken(cookie) };
  };
  const opened = (session: Session, cookie: string): OpenedSession => {
    const lasts = Date.parse(session.expiresAt) - Date.parse(session.createdAt);
    const maxAgeSeconds = Math.max(0, Math.floor(lasts / 1_000));
    return { session, cookies: [setCookie(cookies, cookie, { maxAgeSeconds })] };
  };
  const expired = [setCookie(cookies, `${cookies.boundName}=`, { maxAgeSeconds: 0 })];
  return {
    expired,
    async open({ userId, pageSecret, boardTokenId }, { address, userAgent }) {
      const { cookie, token } = make();
      const session = await insertBoundSession(db, {
        id: newId(),
        userId,
        token,
        validSeconds,
        pageSecretHash: pageSecret === undefined ? null : pageSecretHash(pageSecret),
        boardTokenId,
        address,
        userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
      });
      return opened(session, cookie);
    },
    async bind(from, pageSecret) {
      const { cookie, token } = make();
      const hash = pageSecretHash(pageSecret);
      return opened(await bindSession(db, { from, token, pageSecretHash: hash }), cookie);
    },
    async find({ cookie, pageSecret }) {
      const found = await findBoundSession(db, storedToken(cookie));
      if (!found || !knowsPageSecret(found.pageSecretHash, pageSecret)) return undefined;
      const { id, userId, expiresAt, boardTokenId, companies, readOnly, mayDecide } = found;
      if (boardTokenId === null) return { id, userId, expiresAt };
      return { id, userId, expiresAt, boardTokenId, limits: { companies, readOnly, mayDecide } };
    },
    async end(cookie) {
      await takeSession(db, storedToken(cookie));
      return expired;
    },
  };
}

const knowsPageSecret = (hash: Buffer | null, pageSecret: string | undefined): boolean =>
  hash === null || (pageSecret !== undefined && sameHash(hash, pageSecretHash(pageSecret)));
