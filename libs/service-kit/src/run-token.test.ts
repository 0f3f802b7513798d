import { describe, expect, it } from 'vitest';
import { deriveKey } from './actor.ts';
import { newId } from './events.ts';
import { signRunToken, verifyRunToken } from './run-token.ts';

const keyOf = (secret: string) => deriveKey(secret, 'run-token');
const key = keyOf('a secret that is long enough for a test');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const claims = (exp = inSeconds(60)) => ({
  runId: newId(), agentId: newId(), companyId: newId(), epoch: 1, exp,
});

describe('run tokens', () => {
  it('are believed by whoever holds the key', () => {
    const said = claims();
    const token = signRunToken(key, said);
    expect(token).toMatch(/^mst_run_[\w-]+\.[\w-]+$/);
    expect(verifyRunToken(key, token)).toEqual(said);
  });

  it('are nothing once they have expired', () => {
    expect(verifyRunToken(key, signRunToken(key, claims(inSeconds(-1))))).toBeUndefined();
  });

  it('are nothing when they were altered or signed with another key', () => {
    const [body, signature] = signRunToken(key, claims()).slice('mst_run_'.length).split('.');
    const other = Buffer.from(JSON.stringify(claims())).toString('base64url');
    const foreign = signRunToken(keyOf('another secret that is long enough too'), claims());
    const forged = [`mst_run_${other}.${signature}`, `mst_run_${body}.`, 'mst_run_', foreign];
    for (const token of [...forged, `${body}.${signature}`]) {
      expect(verifyRunToken(key, token)).toBeUndefined();
    }
  });
});
