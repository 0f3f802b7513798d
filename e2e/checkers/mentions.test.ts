import { describe, expect, it } from 'vitest';
import { faultsOfMentions, type Mentioned, type Wake } from './mentions.ts';

const mention = (fields: Partial<Mentioned> = {}): Mentioned => ({
  commentId: 'c',
  agentId: 'ann',
  woken: true,
  reason: null,
  ...fields,
});
const wake = (fields: Partial<Wake> = {}): Wake => ({
  commentId: 'c',
  agentId: 'ann',
  status: 'delivered',
  wasStarted: true,
  ...fields,
});
const skipped = mention({ woken: false, reason: 'wake_on_demand_off' });

const waiting = mention({ woken: false, reason: 'agent_paused' });

describe('the judge of mentions', () => {
  it('accepts a delivered one, and one with a reason why it woke no agent', () => {
    expect(faultsOfMentions([mention()], [wake()])).toEqual([]);
    expect(faultsOfMentions([mention()], [wake({ status: 'failed' })])).toEqual([]);
    expect(faultsOfMentions([skipped], [])).toEqual([]);
    expect(faultsOfMentions([waiting], [wake()])).toEqual([]);
    expect(
      faultsOfMentions(
        [mention(), mention({ agentId: 'bob' })],
        [wake(), wake({ agentId: 'bob' })],
      ),
    ).toEqual([]);
  });

  it.each<[string, Mentioned[], Wake[]]>([
    ['is lost', [mention()], []],
    ['is lost after a pause', [waiting], []],
    ['wakes twice', [mention()], [wake(), wake()]],
    ['waits endlessly', [mention()], [wake({ status: 'pending', wasStarted: false })]],
    ['belongs to a run that never started', [mention()], [wake({ wasStarted: false })]],
    ['fails without a started run', [mention()], [wake({ status: 'failed', wasStarted: false })]],
    ['wakes although it should not', [skipped], [wake()]],
    ['has no reason', [mention({ woken: false })], []],
    ['does not exist', [], [wake()]],
  ])('refuses one that %s', (_, mentions, wakes) => {
    expect(faultsOfMentions(mentions, wakes)).toHaveLength(1);
  });
});
