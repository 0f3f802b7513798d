import type { Activity } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { chainOf } from './activity-chain.ts';

const event = (id: string, causedBy: string | null, requestId: string | null = null): Activity =>
  ({
    id,
    causedBy,
    requestId,
    createdAt: `2026-11-24T12:00:0${id}.000Z`,
    seq: Number(id),
  }) as Activity;
const ids = (events: readonly Activity[]): string[] => events.map(({ id }) => id);

describe('the chain of an event', () => {
  const events = [
    event('6', null),
    event('5', '2'),
    event('4', '3'),
    event('3', '2'),
    event('2', '1', 'request'),
    event('1', null, 'request'),
    event('7', null, 'request'),
  ];

  it('has its causes from the root, and what followed at any distance', () => {
    const chain = chainOf(events, event('3', '2'));
    expect([ids(chain.causes), ids(chain.effects), chain.isCut]).toEqual([
      ['1', '2'],
      ['4'],
      false,
    ]);
    expect(ids(chainOf(events, event('1', null, 'request')).effects)).toEqual(['2', '3', '4', '5']);
  });

  it('has what else the same request did, without what is in the chain', () => {
    expect(ids(chainOf(events, event('2', '1', 'request')).others)).toEqual(['7']);
  });

  it('says that a cause is not among the events, and ends where events name each other', () => {
    expect(chainOf([], event('3', '2')).isCut).toBe(true);
    const round = [event('1', '2'), event('2', '1')];
    expect(ids(chainOf(round, event('3', '2')).causes)).toEqual(['1', '2']);
  });
});
