/**
 * The credential of one run: claims that the scheduler signs, valid as long as the run may last.
 * Verifying it reads no table; that a run has ended or was taken over is checked against a copy of
 * the runs.
 *
 * `mst_run_<claims>.<signature>`, all base64url. While an installation is upgraded, the signature of
 * the release before, an HMAC with the secret that all services shared, is between the two: that
 * release reads the first signature, this one the last.
 */
import { sign, verify, type KeyObject } from 'node:crypto';
import { Id } from '@muster/contracts';
import { z } from 'zod';
import { openEnvelope, signEnvelope } from './signed-envelope.ts';

const PREFIX = 'mst_run_';

const RunClaims = z.object({
  runId: Id,
  agentId: Id,
  companyId: Id,
  /** Attempt of the run; tokens of earlier attempts are superseded. */
  epoch: z.int().min(0),
  /** Expiry in epoch seconds. */
  exp: z.int(),
  /** When it was signed, in epoch seconds; absent in tokens of the release before. */
  iat: z.int().optional(),
});
export type RunClaims = z.output<typeof RunClaims>;

export interface RunTokenSigner {
  readonly key: KeyObject;
  /** The key of the release before, while its gateways may still be running. */
  readonly formerKey?: Buffer | undefined;
}

export interface RunTokenVerifier {
  readonly keys: readonly KeyObject[];
  readonly formerKeys: readonly Buffer[];
}

export function signRunToken({ key, formerKey }: RunTokenSigner, claims: RunClaims): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const signed = formerKey === undefined ? body : signEnvelope(formerKey, claims);
  return `${PREFIX}${signed}.${sign(null, Buffer.from(body), key).toString('base64url')}`;
}

/** The claims of a token that is signed by us and has not expired. */
export function verifyRunToken(verifier: RunTokenVerifier, token: string): RunClaims | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const payload = payloadOf(verifier, token.slice(PREFIX.length));
  if (payload === undefined) return undefined;
  const claims = RunClaims.parse(payload);
  return isCurrent(claims) ? claims : undefined;
}

export const isCurrent = ({ exp }: RunClaims): boolean => exp * 1_000 > Date.now();

function payloadOf({ keys, formerKeys }: RunTokenVerifier, envelope: string): unknown {
  const [body = '', ...signatures] = envelope.split('.');
  const signature = Buffer.from(signatures.at(-1) ?? '', 'base64url');
  const isSigned = keys.some((key) => verify(null, Buffer.from(body), key, signature));
  return isSigned
    ? JSON.parse(Buffer.from(body, 'base64url').toString())
    : openEnvelope(formerKeys, envelope);
}
