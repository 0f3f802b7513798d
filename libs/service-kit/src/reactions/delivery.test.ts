import { contract, event, type EventRecord } from '@muster/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { deliveryOf } from './delivery.ts';
import type { NamedReaction } from './reaction.ts';

const producer = contract({
  name: 'agents',
  summary: 'A producer for tests.',
  operations: {},
  events: {
    'agent.paused': event({
      entity: 'agent',
      version: 1,
      summary: 'Paused.',
      payload: z.object({ name: z.string() }),
    }),
  },
});

const paused = {
  producer: 'agents',
  companyId: 'company',
  seq: 7,
  type: 'agent.paused',
  payload: { name: 'Ada' },
} as unknown as EventRecord;

const reactionOf = (
  decided: unknown,
  asked: unknown[] = [],
  received: unknown[] = [],
): NamedReaction => ({
  name: 'stopRuns',
  producer,
  events: ['agent.paused'],
  when: (about) => {
    asked.push(about);
    return decided;
  },
  effect: async (...args) => void received.push(args[2]),
});

it('decides once for each delivery and passes the decision to the effect', async () => {
  const [asked, received]: unknown[][] = [[], []];
  const { effects } = deliveryOf([reactionOf(['wake'], asked, received)], paused);
  for (const { apply } of [...effects, ...effects]) await apply(paused, {} as never);
  expect(effects[0]?.reaction).toBe('stopRuns');
  expect(asked).toEqual([paused]);
  expect(received).toEqual([['wake'], ['wake']]);
});

it.each([false, undefined])('has no effect if the decision is %s', (decided) => {
  expect(deliveryOf([reactionOf(decided)], paused)).toMatchObject({
    event: undefined,
    effects: [],
  });
});

it('leaves out what the contract of the event does not declare', () => {
  const delivery = deliveryOf([reactionOf(true)], {
    ...paused,
    payload: { name: 'Ada', role: 'ceo' },
  });
  expect(delivery.event?.payload).toEqual({ name: 'Ada' });
});

it('fails, undecided, where the payload is not what its contract says', async () => {
  const asked: unknown[] = [];
  const { effects, event: refused } = deliveryOf([reactionOf(true, asked)], {
    ...paused,
    payload: { name: 7 },
  });
  expect(refused).toBeDefined();
  await expect(effects[0]?.apply(paused, {} as never)).rejects.toThrow(/expected string/);
  expect(asked).toEqual([]);
});
