import { describe, expect, it } from 'vitest';
import { deriveKey } from '../keys/derive-key.ts';
import { makeRunTokenKeys } from '../keys/make-keys.ts';
import { newId } from '../new-id.ts';
import { signRunToken, verifyRunToken } from './run-token.ts';
import {
  readRunTokenKey,
  readRunTokenPublicKeys,
  RunTokenKey,
  RunTokenPublicKeys,
} from '../keys/run-token-keys.ts';

const [texts, otherTexts] = [makeRunTokenKeys(), makeRunTokenKeys()];
const key = readRunTokenKey(texts.privateKey);
const keys = readRunTokenPublicKeys(texts.publicKey);
const formerKey = deriveKey('a secret that is long enough for a test', 'run-token');
const signer = { key };
const verifier = { keys, formerKeys: [] };

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const claims = (exp = inSeconds(60)) => ({
  runId: newId(),
  agentId: newId(),
  companyId: newId(),
  epoch: 1,
  exp,
  iat: inSeconds(0),
});

describe('run tokens', () => {
  it('are accepted with the public key', () => {
    const expected = claims();
    const token = signRunToken(signer, expected);
    expect(token).toMatch(/^mst_run_[\w-]+\.[\w-]+$/);
    expect(verifyRunToken(verifier, token)).toEqual(expected);
  });

  it('are accepted with any of the public keys, while the key is rotated', () => {
    const both = readRunTokenPublicKeys(`${otherTexts.publicKey}, ${texts.publicKey}`);
    const token = signRunToken(signer, claims());
    expect(verifyRunToken({ keys: both, formerKeys: [] }, token)).toBeDefined();
  });

  it('are rejected once they have expired', () => {
    const token = signRunToken(signer, claims(inSeconds(-1)));
    expect(verifyRunToken(verifier, token)).toBeUndefined();
  });

  it('are rejected if altered or signed with another key', () => {
    const [body, signature] = signRunToken(signer, claims()).slice('mst_run_'.length).split('.');
    const other = Buffer.from(JSON.stringify(claims())).toString('base64url');
    const foreign = signRunToken({ key: readRunTokenKey(otherTexts.privateKey) }, claims());
    const forged = [`mst_run_${other}.${signature}`, `mst_run_${body}.`, 'mst_run_', foreign];
    for (const token of [...forged, `${body}.${signature}`]) {
      expect(verifyRunToken(verifier, token)).toBeUndefined();
    }
  });
});

describe('an upgrade', () => {
  /** What the release before does: it reads the first signature. */
  const acceptsBefore = (token: string) =>
    verifyRunToken({ keys: [], formerKeys: [formerKey] }, token) !== undefined;
  const upgrading = signRunToken({ key, formerKey }, claims());

  it('gives tokens that both releases accept, and this one without the former key', () => {
    expect(acceptsBefore(upgrading)).toBe(true);
    expect(verifyRunToken(verifier, upgrading)).toBeDefined();
  });

  it('accepts tokens of the release before as long as it has their key', () => {
    const { iat: _, ...former } = claims();
    const before = upgradingOf(former);
    expect(verifyRunToken({ keys, formerKeys: [formerKey] }, before)).toEqual(former);
    expect(verifyRunToken(verifier, before)).toBeUndefined();
  });

  const upgradingOf = (former: Parameters<typeof signRunToken>[1]) =>
    signRunToken({ key, formerKey }, former).split('.').slice(0, 2).join('.');
});

describe('the keys', () => {
  it('are checked when the configuration is read', () => {
    expect(RunTokenKey.safeParse(texts.privateKey).success).toBe(true);
    expect(RunTokenPublicKeys.safeParse(texts.publicKey).success).toBe(true);
    expect(RunTokenKey.safeParse(texts.publicKey).success).toBe(false);
    expect(RunTokenPublicKeys.safeParse('no key').success).toBe(false);
  });
});
