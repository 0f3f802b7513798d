/**
 * The credential of one run: who it is, signed, for as long as the run may last. It is checked
 * without a look at any table; that a run has ended or was taken over is known to whoever keeps a
 * copy of runs.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Id } from '@muster/contracts';
import { z } from 'zod';

const PREFIX = 'mst_run_';

const RunClaims = z.object({
  runId: Id,
  agentId: Id,
  companyId: Id,
  /** Which attempt at the run: a token of an earlier one is superseded. */
  epoch: z.int().min(0),
  /** Seconds since 1970 from which on the token is worth nothing. */
  exp: z.int(),
});
export type RunClaims = z.output<typeof RunClaims>;

/** `key` is `deriveKey(secret, 'run-token')`. */
export function signRunToken(key: Buffer, claims: RunClaims): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${PREFIX}${body}.${macOf(key, body).toString('base64url')}`;
}

/** What the token says, where it is one of ours and its time has not passed. */
export function verifyRunToken(key: Buffer, token: string): RunClaims | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const [body = '', signature = ''] = token.slice(PREFIX.length).split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = macOf(key, body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claims = RunClaims.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  return claims.exp * 1_000 > Date.now() ? claims : undefined;
}

const macOf = (key: Buffer, body: string): Buffer =>
  createHmac('sha256', key).update(body).digest();
