/**
 * Comments with mentions, written continuously while every service and NATS is killed in turn. In the
 * end each mention was delivered to one started run of its agent, or has a reason why it woke none.
 */
import { agents, Comment, issues, isWakeRecorded } from '@muster/contracts';
import { lengthOf, recordTrials } from '@muster/test-kit';
import { describe, expect, it } from 'vitest';
import { faultsOfMentions, type Wake } from '../checkers/mentions.ts';
import { addIssue, addAgentWithKey, asleep, createCompany } from '../fixtures/builders.ts';
import { inParallel } from '../world/in-parallel.ts';
import { readAll } from '../world/read-lists.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { insist } from '../world/insist.ts';
import { untilWakesSettle } from './settled-wakes.ts';
import { spreadKills } from './spread-kills.ts';

const COMMENTS = lengthOf({ full: 10_000, short: 200 });
/** Kills of each victim, spread over the comments. */
const ROUNDS = lengthOf({ full: 6, short: 1 });
const CONCURRENCY = 4;
const AWAKE = 10;
const TIMEOUT_MS = lengthOf({ full: 1_800_000, short: 180_000 });
const SETTLE_MS = lengthOf({ full: 300_000, short: 60_000 });

const world = useWorld({ settings: { RUN_CONCURRENCY: '4' } });
const sql = useSql(world);

describe(`every mention of ${COMMENTS} comments`, () => {
  it(
    'is delivered once, or has a reason why it woke no agent, whatever is killed',
    async () => {
      const { board, stack } = world();
      const { id: companyId } = await createCompany(board);
      const adapterConfig = { command: 'true' };
      const member = (name: string, runtimeConfig: typeof asleep | Record<string, never>) =>
        addAgentWithKey(world(), companyId, {
          name,
          adapterType: 'process',
          adapterConfig,
          runtimeConfig,
        });
      const awake = await Promise.all(Array.from({ length: AWAKE }, (_, n) => member(`A${n}`, {})));
      const quiet = await member('Quiet', asleep);
      const paused = await member('Paused', {});
      await board.call(agents, 'pauseAgent', { agentId: paused.agent.id });
      const mentionable = [...awake, quiet, paused];
      const threads = await Promise.all(
        mentionable.map(({ agent }) =>
          addIssue(board, companyId, { title: `Thread of ${agent.name}` }),
        ),
      );

      const kills = spreadKills(stack, ROUNDS, COMMENTS);
      const write = async (number: number): Promise<void> => {
        const names = [number, number * 7 + 3, number * 3 + 1]
          .slice(0, 1 + (number % 3))
          .map((n) => `@${pick(mentionable, n).agent.name}`);
        const issueId = pick(threads, number * 5).id;
        // A person writes: agents that mention each other endlessly would be stopped as a storm.
        await insist((headers) =>
          board.call(
            issues,
            'addComment',
            {
              issueId,
              body: `${names.join(' ')}: number ${number}`,
            },
            headers,
          ),
        );
        kills.done();
      };
      await inParallel(COMMENTS, CONCURRENCY, write);
      await stack.whenReady();
      await insist((headers) =>
        board.call(agents, 'resumeAgent', { agentId: paused.agent.id }, headers),
      );
      await untilWakesSettle(sql, companyId, SETTLE_MS);

      const comments = (
        await Promise.all(
          threads.map(({ id }) => readAll(board, `/api/issues/${id}/comments`, Comment)),
        )
      ).flat();
      expect(comments).toHaveLength(COMMENTS);
      const mentions = comments.flatMap(({ id: commentId, mentions: all }) =>
        all.map((mention) => ({ ...mention, commentId })),
      );
      const wakes = await wakesOf(companyId);
      const unwoken = mentions.filter(({ reason }) => !isWakeRecorded(reason)).length;
      const how =
        `${mentions.length} mentions, ${wakes.length} delivered, ${unwoken} with a reason why not, ` +
        `${kills.struck()} kills`;
      process.stdout.write(`${how}\n`);
      const faults = faultsOfMentions(mentions, wakes);
      recordTrials({
        promise: 'P10',
        by: 'e2e/heartbeats/mentions',
        trials: await countStarted(companyId),
        faults: kills.struck(),
        violations: faults.length,
        how,
      });
      expect(kills.struck()).toBe(kills.planned);
      expect(faults).toEqual([]);
      expect(unwoken).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});

const pick = <T>(all: readonly T[], number: number): T => all[number % all.length] as T;

async function countStarted(companyId: string): Promise<number> {
  const [row] = await sql.rows(
    `select count(*)::int as n from scheduler.runs
    where company_id = $1 and started_at is not null`,
    [companyId],
  );
  return Number(row?.['n']);
}

async function wakesOf(companyId: string): Promise<Wake[]> {
  const rows = await sql.rows(
    `
    select w.comment_id, w.agent_id, w.status, r.started_at is not null as was_started
    from scheduler.wakeups w left join scheduler.runs r on r.id = w.run_id
    where w.company_id = $1 and w.source = 'mention'`,
    [companyId],
  );
  return rows.map((row) => ({
    commentId: String(row['comment_id']),
    agentId: String(row['agent_id']),
    status: String(row['status']),
    wasStarted: row['was_started'] === true,
  }));
}
