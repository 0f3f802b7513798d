/** All gateways are killed while effects of deliveries to hooks are made: each delivery that was taken has its effect once. */
import { gateway, issues } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { addIssue, createCompany } from '../fixtures/builders.ts';
import { addHook, deliver } from '../fixtures/hooks.ts';
import { killService } from '../faults/faults.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';

const DELIVERIES = 60;
/** What was claimed by the process that is gone is claimed again. */
const CLAIMS_END = `update gateway.hook_deliveries set due_at = now() where status = 'pending'`;

const world = useWorld();
const sql = useSql(world);

it('makes each effect once', { timeout: 120_000 }, async () => {
  const { board, api, stack } = world();
  const { id: companyId } = await createCompany(board);
  const { id: issueId } = await addIssue(board, companyId);
  const hook = await addHook(board, companyId);
  const countOf = async (status: string): Promise<number> =>
    Number(
      (
        await sql.rows(
          `select count(*) from gateway.hook_deliveries where hook_id = $1 and status = $2`,
          [hook.id, status],
        )
      )[0]?.['count'],
    );
  const taken = await Promise.all(
    Array.from({ length: DELIVERIES }, (_, text) =>
      deliver(api, hook, { issue: issueId, text: `Delivery ${text}.` }).then(
        ({ status }) => status,
      ),
    ),
  );
  expect(new Set(taken)).toEqual(new Set([202]));
  await until('some effects', async () => (await countOf('done')) >= 5 || undefined);
  await killService('gateway').strike(world());
  expect(await countOf('pending')).toBeGreaterThan(0);
  await stack.whenReady();
  await until('the effects of all', async () => {
    await sql.rows(CLAIMS_END);
    return (await countOf('done')) === DELIVERIES || undefined;
  });
  const comments = await board.call(issues, 'listComments', { issueId, limit: 500 });
  const of = comments.flatMap(({ body }) => /Delivery \d+\./.exec(body)?.[0] ?? []);
  expect(of.toSorted()).toEqual(
    Array.from({ length: DELIVERIES }, (_, text) => `Delivery ${text}.`).toSorted(),
  );
  expect(
    await board.call(gateway, 'listHookDeliveries', {
      companyId,
      hookId: hook.id,
      status: 'failed',
    }),
  ).toEqual([]);
});
