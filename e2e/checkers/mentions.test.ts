import { describe, expect, test } from 'vitest';
import { faultsOfMentions, type Mentioned, type Wake } from './mentions.ts';

const mention = (fields: Partial<Mentioned> = {}): Mentioned =>
  ({ commentId: 'c', agentId: 'ann', woken: true, reason: null, ...fields });
const wake = (fields: Partial<Wake> = {}): Wake =>
  ({ commentId: 'c', agentId: 'ann', status: 'delivered', wasStarted: true, ...fields });
const skipped = mention({ woken: false, reason: 'wake_on_demand_off' });

describe('the judge of mentions', () => {
  test('accepts one that was read and one that says why it was not', () => {
    expect(faultsOfMentions([mention()], [wake()])).toEqual([]);
    expect(faultsOfMentions([mention()], [wake({ status: 'failed' })])).toEqual([]);
    expect(faultsOfMentions([skipped], [])).toEqual([]);
    expect(faultsOfMentions(
      [mention(), mention({ agentId: 'bob' })], [wake(), wake({ agentId: 'bob' })],
    )).toEqual([]);
  });

  test.each<[string, Mentioned[], Wake[]]>([
    ['is lost', [mention()], []],
    ['wakes twice', [mention()], [wake(), wake()]],
    ['waits for ever', [mention()], [wake({ status: 'pending', wasStarted: false })]],
    ['is carried by a run that never started', [mention()], [wake({ wasStarted: false })]],
    ['is given up unread', [mention()], [wake({ status: 'failed', wasStarted: false })]],
    ['wakes although it should not', [skipped], [wake()]],
    ['does not say why', [mention({ woken: false })], []],
    ['nobody wrote', [], [wake()]],
  ])('refuses one that %s', (_, mentions, wakes) => {
    expect(faultsOfMentions(mentions, wakes)).toHaveLength(1);
  });
});
