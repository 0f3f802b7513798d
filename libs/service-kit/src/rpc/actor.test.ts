import { agents, billing, gateway, issues, type Actor, type Contract } from '@muster/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actorSigner, type ActorSigner } from './actor.ts';
import { makeServiceKeys } from '../keys/make-keys.ts';
import type { ServiceKeysConfig } from '../keys/service-keys.ts';
import { newId } from '../new-id.ts';

const agent: Actor = { type: 'agent', id: newId(), name: 'Ada', companyId: newId() };
const serviceNamed = (name: string): Actor => ({ type: 'service', id: name, name });

const PRESENT = 'the secret that the keys are derived from';
const NEXT = 'the secret of the next keys';
const FORMER = 'the secret of the release before';

type Setting = Partial<Omit<ServiceKeysConfig, 'MUSTER_SERVICE_KEYS'>>;
const signerOf = (contract: Contract, secret = PRESENT, more: Setting = {}): ActorSigner =>
  actorSigner(contract, { MUSTER_SERVICE_KEYS: makeServiceKeys(secret, contract.name), ...more });

const fromGateway = signerOf(gateway);
const atIssues = signerOf(issues);
const call = { service: 'issues', operation: 'getIssue', requestId: 'r1' };

const refused = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const refusal = { code: 'unauthenticated' };

describe('a signed caller', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is believed by the service that the gateway called, for this operation and request', () => {
    expect(atIssues.verify(fromGateway.sign(agent, call), call)).toEqual(agent);
  });

  it.each([
    ['nothing', undefined],
    ['no signature', Buffer.from(JSON.stringify({ actor: agent })).toString('base64url')],
    ['no JSON', 'e30e.e30'],
    ['an altered body', fromGateway.sign(agent, call).replace(/^../, 'ab')],
    ['another secret', signerOf(gateway, NEXT).sign(agent, call)],
    ['another request', fromGateway.sign(agent, { ...call, requestId: 'r2' })],
    ['another operation', fromGateway.sign(agent, { ...call, operation: 'deleteIssue' })],
    ['another service', fromGateway.sign(agent, { ...call, service: 'agents' })],
  ])('is refused with %s', (_, header) => {
    expect(refused(() => atIssues.verify(header, call))).toMatchObject(refusal);
  });

  it('is refused after half a minute', () => {
    const header = fromGateway.sign(agent, call);
    vi.advanceTimersByTime(30_001);
    expect(refused(() => atIssues.verify(header, call))).toMatchObject(refusal);
  });
});

describe('a service that was taken over', () => {
  const fromBilling = signerOf(billing);
  const atAgents = signerOf(agents);
  const toAgents = (operation: string) => ({ service: 'agents', operation, requestId: 'r1' });

  it('reads the log of a producer in its own name', () => {
    const read = toAgents('readLog');
    const self = serviceNamed('billing');
    expect(atAgents.verify(fromBilling.sign(self, read), read)).toEqual(self);
  });

  it.each([
    ['as an agent', agent, 'readLog'],
    ['as another service', serviceNamed('scheduler'), 'readLog'],
    ['for what it has no use', serviceNamed('billing'), 'getRunConfig'],
    ['for what the gateway calls', serviceNamed('billing'), 'getAgent'],
  ])('is refused %s', (_, actor, operation) => {
    const wanted = toAgents(operation);
    const header = fromBilling.sign(actor, wanted);
    expect(refused(() => atAgents.verify(header, wanted))).toMatchObject(refusal);
  });

  it('has no key of a service that it does not call', () => {
    expect(() => fromBilling.sign(agent, { ...toAgents('x'), service: 'gateway' })).toThrow(
      'billing has no key for calls to gateway',
    );
  });

  it('cannot use at one service what the gateway has shown it', () => {
    const shown = fromGateway.sign(agent, call);
    expect(refused(() => atAgents.verify(shown, call))).toMatchObject(refusal);
  });
});

describe('the keys', () => {
  const stepsOf = (contract: Contract) =>
    [
      [PRESENT, undefined],
      [PRESENT, NEXT],
      [NEXT, PRESENT],
      [NEXT, undefined],
    ].map(([secret, previous]) =>
      signerOf(
        contract,
        secret,
        previous === undefined
          ? {}
          : { MUSTER_SERVICE_KEYS_PREVIOUS: makeServiceKeys(previous, contract.name) },
      ),
    );

  it('are rotated in steps, and in each all processes accept all others', () => {
    const [senders, receivers] = [stepsOf(gateway), stepsOf(issues)];
    for (const [at, sender] of senders.entries()) {
      for (const receiver of receivers.slice(Math.max(0, at - 1), at + 2)) {
        expect(receiver.verify(sender.sign(agent, call), call)).toEqual(agent);
      }
    }
    const first = senders[0]?.sign(agent, call);
    expect(refused(() => receivers[3]?.verify(first, call))).toMatchObject(refusal);
  });

  it('of two releases are accepted while the former secret is set, and not afterwards', () => {
    const upgrading = { MUSTER_SECRET: FORMER };
    const [sender, receiver] = [gateway, issues].map((one) => signerOf(one, PRESENT, upgrading));
    const header = sender?.sign(agent, call) ?? '';
    expect(receiver?.verify(header, call)).toEqual(agent);
    expect(atIssues.verify(header, call)).toEqual(agent);
    // The release before reads the first signature and makes no other.
    const before = header.split('.').slice(0, 2).join('.');
    expect(receiver?.verify(before, call)).toEqual(agent);
    expect(refused(() => atIssues.verify(before, call))).toMatchObject(refusal);
  });
});
