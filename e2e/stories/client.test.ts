/** The client on a real system whose gateways and services are killed: no write twice, no event missed. */
import { connect, isRefusal, NoAnswer, type Client } from '@muster/client';
import { expect, it } from 'vitest';
import { addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

const ISSUES = 60;

const world = useWorld({ replicas: { gateway: 2 } });

const connectAs = (token: string): Client => connect({ url: world().stack.baseUrl, token });

/** A system that is down for longer than the tries of one call has its answer asked for again. */
async function insist<T>(call: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const key = crypto.randomUUID();
  for (;;) {
    try {
      return await call(key);
    } catch (error) {
      if (error instanceof NoAnswer && error.idempotencyKey === key) continue;
      if (isRefusal(error) && error.isRetryable) continue;
      throw error;
    }
  }
}

it('writes once and hears each event once, in order, while processes are killed', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const muster = connectAs(stack.boardToken);
  const stop = new AbortController();
  const events = muster.followCompany(
    { companyId, types: ['issue.created'] },
    { signal: stop.signal },
  );
  const heard: string[] = [];
  const listening = (async () => {
    for await (const event of events) {
      if ('entityId' in event) heard.push(event.entityId);
      if (heard.length === ISSUES) stop.abort();
    }
  })();
  await expect.poll(() => events.cursor, { timeout: 10_000 }).toBeDefined();

  const made: string[] = [];
  for (let at = 0; at < ISSUES; at += 1) {
    if (at === ISSUES / 4) stack.kill('gateway', 1);
    if (at === ISSUES / 2) stack.kill('issues', 1);
    if (at === (ISSUES * 3) / 4) stack.kill('gateway', 2);
    const input = { companyId, title: `issue ${at}` };
    const { id } = await insist((idempotencyKey) => muster.createIssue(input, { idempotencyKey }));
    made.push(id);
  }
  await listening;
  expect(heard).toEqual(made);

  const stored: string[] = [];
  for await (const { id = '' } of muster.listIssues({ companyId, limit: 7 })) stored.push(id);
  expect(stored.toSorted()).toEqual(made.toSorted());
  await stack.whenReady('gateway');
});

it('tells refusals by their codes, lists by page, and the same answer for the same key', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const muster = connectAs(stack.boardToken);
  const [ann, bob] = [
    await addAgentWithKey(world(), companyId),
    await addAgentWithKey(world(), companyId),
  ];
  const { id: issueId } = await muster.createIssue({ companyId, title: 'Work', status: 'todo' });
  const claim = (agent: typeof ann) =>
    connectAs(agent.token).checkoutIssue({
      issueId,
      agentId: agent.agent.id,
      expectedStatuses: ['todo'],
    });
  await claim(ann);
  const refused = await claim(bob).catch((error: unknown) => error);
  expect(isRefusal(refused, 'issue_owned_by_another_agent')).toBe(true);
  expect(isRefusal(refused, 'issue_not_found')).toBe(false);

  const twice = { companyId, title: 'Once' };
  const options = { idempotencyKey: crypto.randomUUID() };
  const [first, second] = [
    await muster.createIssue(twice, options),
    await muster.createIssue(twice, options),
  ];
  expect(second.id).toBe(first.id);
  const { items, nextCursor } = await muster.listIssues({ companyId, limit: 1 });
  expect(items).toHaveLength(1);
  const rest = await muster.listIssues({
    companyId,
    ...(nextCursor ? { cursor: nextCursor } : {}),
  });
  expect(rest).toMatchObject({ items: [{}], nextCursor: undefined });
});

it('ends a call, and a wait for the feed, by its signal', async () => {
  const { board, stack } = world();
  const { id: companyId } = await createCompany(board);
  const muster = connectAs(stack.boardToken);
  const gone = AbortSignal.abort(new Error('no longer wanted'));
  await expect(muster.getCompany({ companyId }, { signal: gone })).rejects.toThrow(
    'no longer wanted',
  );
  const heard: unknown[] = [];
  for await (const event of muster.followCompany(
    { companyId },
    { signal: AbortSignal.timeout(200) },
  )) {
    heard.push(event);
  }
  expect(heard).toEqual([]);
});
