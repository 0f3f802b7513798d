import { signatureOf } from '@muster/egress';
import { describe, expect, it } from 'vitest';
import { webhookSecret } from './secret.ts';
import { signaturesOf } from './signatures.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const secrets = { MUSTER_SECRET: 'the present one', MUSTER_SECRET_PREVIOUS: 'the other one' };
const { MUSTER_SECRET } = secrets;
const webhook = { id: 'w', secretVersion: 2, previousSecretUntil: null };

const macOf = (deployment: string, version: number): string =>
  signatureOf(webhookSecret(deployment, 'w', version), 'body', now).split(',')[1] as string;
const macsIn = (signatures: string): string[] => signatures.split(',').slice(1);

describe('the signatures of a delivery', () => {
  it('begin with the time, and are made with the present secret', () => {
    const signed = signaturesOf(webhook, { MUSTER_SECRET }, 'body', now);
    expect(signed).toBe(`t=${now / 1_000},${macOf(MUSTER_SECRET, 2)}`);
  });

  it.each([
    ['for a while', '2026-11-20T12:00:00.001Z', [2, 1]],
    ['no longer than that', '2026-11-20T12:00:00.000Z', [2]],
  ])('are made with the secret before it %s', (_, previousSecretUntil, versions) => {
    const rotated = { ...webhook, previousSecretUntil };
    expect(macsIn(signaturesOf(rotated, { MUSTER_SECRET }, 'body', now)))
      .toEqual(versions.map((version) => macOf(MUSTER_SECRET, version)));
  });

  it('are good under both secrets of the deployment while one replaces the other', () => {
    expect(macsIn(signaturesOf(webhook, secrets, 'body', now)))
      .toEqual([macOf('the present one', 2), macOf('the other one', 2)]);
  });
});
