import { describe, expect, test } from 'vitest';
import { faultsOfLeases, type Call, type Lease } from './leases.ts';

const lease = (runId: string, startedAt: number, finishedAt: number | null): Lease =>
  ({ runId, agentId: 'ann', startedAt, finishedAt });
const call = (runId: string, calledAt: number, answer: Call['answer'] = 'accepted'): Call =>
  ({ runId, agentId: 'ann', calledAt, answeredAt: calledAt + 1, answer });
const faults = (leases: Lease[], calls: Call[] = []): number =>
  faultsOfLeases({ leases, calls, newsMs: 10 }).length;

const one = lease('one', 0, 10);
const two = lease('two', 10, null);

describe('the judge of leases', () => {
  test('accepts one after the other, the last one alive', () => {
    expect(faults([two, one], [call('one', 1), call('two', 20), call('one', 25, 'superseded')]))
      .toBe(0);
  });

  test('accepts agents beside each other', () => {
    expect(faults([one, { ...lease('two', 5, 15), agentId: 'bob' }])).toBe(0);
  });

  test('gives the news of an end its time, and a refusal is no sign of life', () => {
    expect(faults([one, two], [call('two', 20), call('one', 30)])).toBe(0);
    expect(faults([one, two], [call('two', 20, 'superseded'), call('one', 50)])).toBe(0);
  });

  test.each<[string, Lease[], Call[]]>([
    ['two that live at once', [one, lease('two', 9, 20)], []],
    ['one after one that never ended', [lease('one', 0, null), two], []],
    ['a token that is good again', [one], [call('one', 1, 'superseded'), call('one', 5)]],
    ['a token that is good beside its successor', [one, two], [call('two', 20), call('one', 40)]],
    ['a call of nobody', [one], [call('two', 3)]],
  ])('refuses %s', (_, leases, calls) => expect(faults(leases, calls)).toBeGreaterThan(0));
});
