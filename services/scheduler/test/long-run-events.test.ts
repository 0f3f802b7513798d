/** A part of a run's events reads about an answer, however long they are. */
import type { scheduler } from '@muster/contracts';
import { newId, none, sql } from '@muster/service-kit';
import { boardActor, openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schedulerService } from '../src/service.ts';
import { listEventsOfRun } from '../src/store/run-output/run-events.ts';
import { prepareQueue } from './open-scheduler.ts';

const ANSWER_MAX_BYTES = 786_432;
const EVENTS = 40;

let stage: Stage<typeof scheduler>;
beforeAll(async () => {
  stage = await openStage(schedulerService, {
    prepare: prepareQueue,
    env: { RUN_CONCURRENCY: '0' },
  });
});
afterAll(() => stage.close());

/** A run with events whose payloads have so many characters of three bytes each. */
async function aRun(characters: number) {
  const { companyId } = await stage.given.company();
  const runId = newId();
  await none(
    stage.db,
    sql`
    insert into runs (id, company_id, agent_id, source, status, context, hint_at)
    values (${runId}, ${companyId}, ${newId()}, 'timer', 'succeeded', '{}', now())`,
  );
  await none(
    stage.db,
    sql`
    insert into events (
      company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id, actor_name,
      payload
    )
    select ${companyId}, n, gen_random_uuid(), 'run.usage_reported', 1, 'run', ${runId}, 'system',
      'scheduler', 'scheduler', jsonb_build_object('error', repeat('漢', ${characters}::integer))
    from generate_series(1, ${EVENTS}::integer) n`,
  );
  return { companyId, runId };
}

it.each([
  ['the longest', 65_000],
  ['long ones', 6_000],
  ['short ones', 10],
])('reads %s in parts, each once and in order', async (_, characters) => {
  const { companyId, runId } = await aRun(characters);
  const board = stage.as(boardActor());
  const seqs: number[] = [];
  for (;;) {
    const afterSeq = seqs.at(-1) ?? 0;
    const part = await board.listRunEvents({ runId, afterSeq });
    if (part.length === 0) break;
    seqs.push(...part.map(({ seq }) => seq));
    const rows = await listEventsOfRun(stage.db, { companyId, runId, afterSeq, limit: 200 });
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThan(ANSWER_MAX_BYTES);
  }
  expect(seqs).toEqual(Array.from({ length: EVENTS }, (_unused, n) => n + 1));
});

it('has no more events than it is asked for', async () => {
  const { runId } = await aRun(10);
  const events = await stage.as(boardActor()).listRunEvents({ runId, limit: 3 });
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});
