import { describe, expect, it } from 'vitest';
import { faultsOfLeases, type Call, type Lease } from './leases.ts';

const lease = (runId: string, startedAt: number, finishedAt: number | null): Lease => ({
  runId,
  agentId: 'ann',
  startedAt,
  finishedAt,
});
const call = (runId: string, calledAt: number, answer: Call['answer'] = 'accepted'): Call => ({
  runId,
  agentId: 'ann',
  calledAt,
  answeredAt: calledAt + 1,
  answer,
});
const faults = (leases: Lease[], calls: Call[] = []): number =>
  faultsOfLeases({ leases, calls, propagationMs: 10 }).length;

const one = lease('one', 0, 10);
const two = lease('two', 10, null);

describe('the judge of leases', () => {
  it('accepts one run after another, the last one live', () => {
    expect(
      faults([two, one], [call('one', 1), call('two', 20), call('one', 25, 'superseded')]),
    ).toBe(0);
  });

  it('accepts concurrent runs of different agents', () => {
    expect(faults([one, { ...lease('two', 5, 15), agentId: 'bob' }])).toBe(0);
  });

  it('allows time for the end of a run to propagate, and ignores refusals', () => {
    expect(faults([one, two], [call('two', 20), call('one', 30)])).toBe(0);
    expect(faults([one, two], [call('two', 20, 'superseded'), call('one', 50)])).toBe(0);
  });

  it.each<[string, Lease[], Call[]]>([
    ['two live runs at once', [one, lease('two', 9, 20)], []],
    ['a run after one that has not ended', [lease('one', 0, null), two], []],
    ['a token that is accepted again', [one], [call('one', 1, 'superseded'), call('one', 5)]],
    [
      'a token that is accepted together with its successor',
      [one, two],
      [call('two', 20), call('one', 40)],
    ],
    ['a call of an unknown run', [one], [call('two', 3)]],
  ])('refuses %s', (_, leases, calls) => expect(faults(leases, calls)).toBeGreaterThan(0));
});
