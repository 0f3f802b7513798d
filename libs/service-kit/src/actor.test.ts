import type { Actor } from '@muster/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actorSigner } from './actor.ts';
import { newId } from './events.ts';

const actor: Actor = { type: 'agent', id: newId(), name: 'Ada', companyId: newId() };
const signer = actorSigner('a secret of thirty-two characters');
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
    ['a signature by another secret', actorSigner('another secret, as long').sign(actor, 'r1')],
    ['a signature for another request', signer.sign(actor, 'r2')],
  ])('refuses %s', (_, header) => {
    expect(refused(() => signer.verify(header, 'r1'))).toMatchObject(refusal);
  });

  it('refuses what is older than half a minute', () => {
    const header = signer.sign(actor, 'r1');
    vi.advanceTimersByTime(30_001);
    expect(refused(() => signer.verify(header, 'r1'))).toMatchObject(refusal);
  });
});
