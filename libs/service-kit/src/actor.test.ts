import type { Actor } from '@muster/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actorSigner } from './actor.ts';
import { newId } from './events.ts';

const actor: Actor = { type: 'agent', id: newId(), name: 'Ada', companyId: newId() };
const OLD = 'a secret of thirty-two characters';
const NEW = 'another secret, as long';
const signer = actorSigner({ MUSTER_SECRET: OLD });
const refusal = { code: 'unauthenticated' };
const refused = (work: () => unknown) => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('actorSigner', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('believes what it signed for this request', () => {
    expect(signer.verify(signer.sign(actor, 'r1'), 'r1')).toEqual(actor);
  });

  it.each([
    ['nothing', undefined],
    ['no signature', Buffer.from(JSON.stringify({ actor })).toString('base64url')],
    ['an altered body', signer.sign(actor, 'r1').replace(/^../, 'ab')],
    ['a signature by another secret', actorSigner({ MUSTER_SECRET: NEW }).sign(actor, 'r1')],
    ['a signature for another request', signer.sign(actor, 'r2')],
  ])('refuses %s', (_, header) => {
    expect(refused(() => signer.verify(header, 'r1'))).toMatchObject(refusal);
  });

  it('refuses what is older than half a minute', () => {
    const header = signer.sign(actor, 'r1');
    vi.advanceTimersByTime(30_001);
    expect(refused(() => signer.verify(header, 'r1'))).toMatchObject(refusal);
  });

  it('is replaced in two steps, and at each everybody believes everybody', () => {
    const steps = [
      { MUSTER_SECRET: OLD },
      { MUSTER_SECRET: OLD, MUSTER_SECRET_PREVIOUS: NEW },
      { MUSTER_SECRET: NEW, MUSTER_SECRET_PREVIOUS: OLD },
      { MUSTER_SECRET: NEW },
    ].map(actorSigner);
    steps.slice(1).forEach((after, at) => {
      const before = steps[at] ?? signer;
      expect(before.verify(after.sign(actor, 'r1'), 'r1')).toEqual(actor);
      expect(after.verify(before.sign(actor, 'r1'), 'r1')).toEqual(actor);
    });
    expect(refused(() => steps[3]?.verify(signer.sign(actor, 'r1'), 'r1'))).toMatchObject(refusal);
  });
});
