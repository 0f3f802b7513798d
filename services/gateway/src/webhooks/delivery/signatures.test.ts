import { signatureOf } from '@muster/egress';
import { describe, expect, it } from 'vitest';
import { webhookSecret } from './secret.ts';
import { signaturesOf } from './signatures.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const MUSTER_WEBHOOK_SECRET = 'the present one';
const present = { MUSTER_WEBHOOK_SECRET };
const webhook = { id: 'w', secretVersion: 2, previousSecretUntil: null };

const macOf = (deployment: string, version: number): string =>
  signatureOf(webhookSecret(deployment, 'w', version), 'body', now).split(',')[1] as string;
const macsIn = (signatures: string): string[] => signatures.split(',').slice(1);

describe('the signatures of a delivery', () => {
  it('start with the time and use the present secret', () => {
    const signed = signaturesOf(webhook, present, 'body', now);
    expect(signed).toBe(`t=${now / 1_000},${macOf(MUSTER_WEBHOOK_SECRET, 2)}`);
  });

  it.each([
    ['for a while', '2026-11-20T12:00:00.001Z', [2, 1]],
    ['no longer than that', '2026-11-20T12:00:00.000Z', [2]],
  ])('use the previous secret %s', (_, previousSecretUntil, versions) => {
    const rotated = { ...webhook, previousSecretUntil };
    expect(macsIn(signaturesOf(rotated, present, 'body', now))).toEqual(
      versions.map((version) => macOf(MUSTER_WEBHOOK_SECRET, version)),
    );
  });

  it.each(['MUSTER_WEBHOOK_SECRET_PREVIOUS', 'MUSTER_SECRET'])(
    'are valid under the secret of %s as well while it is set',
    (variable) => {
      const secrets = { ...present, [variable]: 'the other one' };
      expect(macsIn(signaturesOf(webhook, secrets, 'body', now))).toEqual([
        macOf('the present one', 2),
        macOf('the other one', 2),
      ]);
    },
  );
});
