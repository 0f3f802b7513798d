/** Deliveries of one company, however many or slow or failing, hold up no other company's. */
import { issues, Refusal } from '@muster/contracts';
import { many, newId, none, sql, type RunningService } from '@muster/service-kit';
import { until } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

/** What each company's effects do, and those that have been made, in their order. */
let behave: Record<string, () => Promise<void>> = {};
let made: string[] = [];
const issuesStub = stubOf(issues, {
  endWaitsByKey: async ({ companyId }) => {
    await behave[companyId]?.();
    made.push(companyId);
    return { issueIds: [newId()] };
  },
});

let server: TestGateway;
let stub: RunningService;
beforeAll(async () => {
  server = await openGateway();
  stub = await issuesStub(server.stage.env);
});
afterAll(async () => {
  await server.close();
  await stub.stop();
});
beforeEach(() => {
  behave = {};
  made = [];
});

interface Receiver {
  readonly companyId: string;
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}
async function hooksOf(count: number): Promise<Receiver[]> {
  const { companyId } = await server.stage.given.company();
  const hooks: Receiver[] = [];
  for (let left = count; left > 0; left -= 1) {
    const fields = { name: 'CI', form: 'gitlab', effect: { kind: 'wait', key: '/key' } };
    const { body } = await server.call(`POST /api/companies/${companyId}/hooks`, { body: fields });
    hooks.push({ ...body, companyId });
  }
  return hooks;
}
const one = async (): Promise<Receiver> => (await hooksOf(1))[0] as Receiver;

/** As they wait when they have been taken, all at once. */
const pending = (hooks: readonly Receiver[], count: number, ago = '1 second') => sql`
  insert into hook_deliveries (
    id, company_id, hook_id, delivery_key, brought, status, due_at, received_at
  )
  select uuidv7(), h.company_id, h.id, uuidv7()::text, '{"key": "A"}', 'pending',
    now() - ${ago}::interval, now()
  from hooks h, generate_series(1, ${count}::integer)
  where h.id = any(${hooks.map(({ id }) => id)}::uuid[])`;
const wait = (statement: ReturnType<typeof pending>) => none(server.stage.db, statement);
const madeOf = ({ companyId }: Receiver) => made.filter((each) => each === companyId).length;

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

it('makes the delivery of a company after a few of another one that has 2,000 before it', async () => {
  const [busy, calm] = [await hooksOf(2), await one()];
  const gate = Promise.withResolvers<void>();
  for (const { companyId } of [calm, ...busy]) behave[companyId] = () => gate.promise;
  await wait(pending(busy, 1_000, '1 minute'));
  await wait(pending([calm], 1));
  gate.resolve();
  await until('the effect of the other company', () => madeOf(calm) === 1 || undefined);
  expect(made.indexOf(calm.companyId)).toBeLessThanOrEqual(10);
  await none(server.stage.db, sql`delete from hook_deliveries where status = 'pending'`);
});

it('answers a delivery about as fast as a person who makes a token', async () => {
  const { secret, path } = await one();
  const sent = { token: '', headers: { 'x-gitlab-token': secret } };
  const tookMs = { deliver: [] as number[], write: [] as number[] };
  // In turns, so that a busy machine slows both.
  for (let count = 0; count < 100; count += 1) {
    const from = performance.now();
    const delivered = await server.call(`POST ${path}`, { ...sent, body: { key: `${count}` } });
    const between = performance.now();
    const written = await server.call('POST /api/board-tokens', { body: { name: `${count}` } });
    tookMs.deliver.push(between - from);
    tookMs.write.push(performance.now() - between);
    expect([delivered.status, written.status]).toEqual([202, 201]);
  }
  expect(medianOf(tookMs.deliver)).toBeLessThanOrEqual(3 * medianOf(tookMs.write));
});

it('makes those of others while the effects of one company take long', async () => {
  const [slow, calm] = [await one(), await one()];
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  behave[slow.companyId] = async () => {
    asked.resolve();
    await gate.promise;
  };
  await wait(pending([slow], 2));
  await asked.promise;
  await wait(pending([calm], 1));
  await until('the effect of the other company', () => madeOf(calm) === 1 || undefined);
  expect(madeOf(slow)).toBe(0);
  gate.resolve();
  // A request without an answer is sent again, which this stand-in makes twice.
  await until('the effects that took long', () => madeOf(slow) >= 2 || undefined);
});

it('leaves out the rest of a company whose effects fail, for a while, and none of another one', async () => {
  const [failing, calm] = [await one(), await one()];
  let tried = 0;
  behave[failing.companyId] = async () => {
    tried += 1;
    throw new Refusal('overloaded');
  };
  await wait(pending([failing], 500, '1 minute'));
  await until('a failure', () => tried > 0 || undefined);
  await wait(pending([calm], 3));
  await until('the effects of the other company', () => madeOf(calm) === 3 || undefined);
  expect(tried).toBeLessThanOrEqual(10);
  const rows = await many<{ attempts: number }>(
    server.stage.db,
    sql`
    select attempts from hook_deliveries
    where company_id = ${failing.companyId} and attempts > 0 order by id limit 500`,
  );
  // What was not tried has not used up an attempt.
  expect(rows.length).toBeLessThanOrEqual(tried);
});
