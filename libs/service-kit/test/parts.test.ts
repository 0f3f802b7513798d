import { defineService } from '@muster/service-kit';
import { boardActor, openStage } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { ledgerService } from './ledger.ts';

it('gives the parts of a running service to its operations, and to no other one', async () => {
  const made: object[] = [];
  const seen = new Set<object>();
  const service = defineService({
    ...ledgerService,
    open: () => ({}),
    operations: {
      ...ledgerService.operations,
      addEntry: (input, context) => {
        seen.add(context.parts);
        return ledgerService.operations.addEntry(input, context);
      },
      listEntries: (input, context) => {
        seen.add(context.parts);
        return ledgerService.operations.listEntries(input, context);
      },
    },
    start: async (_, parts) => {
      made.push(parts);
      return { drain: async () => undefined };
    },
  });
  const stage = await openStage(service);
  const { companyId } = await stage.given.company();
  const board = stage.as(boardActor());
  await board.addEntry({ companyId, amount: 1 });
  await board.listEntries({ companyId });
  expect([...seen].map((parts) => made.indexOf(parts))).toEqual([0]);
  await stage.replica();
  expect(made).toHaveLength(2);
  expect(made[0]).not.toBe(made[1]);
  await stage.close();
});
