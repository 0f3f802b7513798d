import { agents, type EventRecord } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import type { Effect } from './delivery.ts';
import { openEffects } from './effects.ts';

const eventOf = (seq: number) => ({ id: String(seq), seq }) as EventRecord;

/** Applies events to reactions `copy` and `other`; returns what each call of an effect was given. */
async function callsOf(events: readonly (readonly ('copy' | 'other')[])[]): Promise<string[]> {
  const calls: string[] = [];
  const record = (name: string, given: readonly EventRecord[], cause: unknown): Promise<void> => {
    calls.push(`${name} ${given.map(({ seq }) => seq).join(',')} by ${String(cause)}`);
    return Promise.resolve();
  };
  const applyAll: Effect['applyAll'] = (given, cause) => record('copy', given, cause);
  const effectNamed = (name: 'copy' | 'other'): Effect => ({
    reaction: name,
    isCopy: name === 'copy',
    apply: (event, cause) => record(name, [event], cause),
    ...(name === 'copy' ? { applyAll } : {}),
  });
  const contextFor = (by: { causedBy: string | null }) => by.causedBy as unknown as Context<never>;
  const effects = openEffects({ contract: agents }, contextFor);
  for (const [index, names] of events.entries()) {
    await effects.apply(eventOf(index + 1), names.map(effectNamed));
  }
  await effects.rest();
  return calls;
}

describe('the effects of one transaction', () => {
  it('are applied together where one statement saves several events, and else one by one', async () => {
    expect(await callsOf([['copy'], ['copy'], [], ['copy']])).toEqual(['copy 1,2,4 by 4']);
    expect(await callsOf([['other'], ['other']])).toEqual(['other 1 by 1', 'other 2 by 2']);
  });

  it('keep the order of their events', async () => {
    expect(await callsOf([['copy'], ['copy'], ['other'], ['copy', 'other'], ['copy']])).toEqual([
      'copy 1,2 by 2',
      'other 3 by 3',
      'copy 4 by 4',
      'other 4 by 4',
      'copy 5 by 5',
    ]);
  });
});
