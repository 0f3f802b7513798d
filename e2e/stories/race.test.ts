/**
 * Claims under contention. What everybody saw is written down and judged issue by issue: there has
 * to be an order, one after another, in which an issue would have given just these answers.
 * `RACE_SEED` throws the same dice again; the order of events is the machine's.
 */
import { describe, expect, inject, test } from 'vitest';
import { claimRegister } from '../checkers/claim-register.ts';
import { judge } from '../checkers/linearizable.ts';
import { contest, describeHistory } from '../harness/contest.ts';
import type { Contest, Entry } from '../harness/contest.ts';
import { lengthOf } from '../harness/length.ts';
import { countActions, faultsOf, readActivity } from '../harness/log.ts';
import { note } from '../harness/proof.ts';
import { useWorld } from '../harness/stack.ts';

const SEED = Number(process.env['RACE_SEED'] ?? Date.now() % 2 ** 31);
const TERMS = {
  agents: 64,
  issues: lengthOf({ full: 100, short: 40 }),
  checkouts: lengthOf({ full: 10_000, short: 1_500 }),
  seed: SEED,
};
/** Answers that may get lost with the process that is killed: what it was about at that moment. */
const LOST_MAX = 2 * TERMS.agents;
const TIMEOUT_MS = 300_000;

const everywhere = inject('replicas');
const world = useWorld({ replicas: everywhere > 1 ? everywhere : { issues: 2 } });

const winsIn = (history: readonly Entry[]): number =>
  history.filter(({ input, output }) =>
    input.type === 'checkout' && output?.type === 'done').length;

describe(`64 agents that race for ${TERMS.issues} issues (RACE_SEED=${SEED})`, () => {
  let played: Contest;

  test('are answered, also while a process of issues is killed', async () => {
    const startedAt = performance.now();
    played = await contest(world(), {
      ...TERMS, atHalf: () => world().stack.kill('issues', 1),
    });
    const { history } = played;
    const tookMs = Math.round(performance.now() - startedAt);
    const checkouts = history.filter(({ input }) => input.type === 'checkout').length;
    const lost = history.filter((entry) => entry.lost).length;
    process.stdout.write(`${checkouts} checkouts, ${winsIn(history)} wins, ${history.length
    } operations, ${lost} lost, in ${tookMs} ms\n`);
    expect(checkouts).toBeGreaterThanOrEqual(TERMS.checkouts);
    expect(lost).toBeLessThanOrEqual(LOST_MAX);
  }, TIMEOUT_MS);

  test('see one owner at a time, and lose only to an owner', () => {
    const byIssue = Object.entries(Object.groupBy(played.history, ({ issueId }) => issueId));
    expect(byIssue).toHaveLength(TERMS.issues);
    const wrong = byIssue.flatMap(([issueId, history = []]) => {
      const { linearizable } = judge(history, claimRegister);
      return linearizable ? [] : [`${issueId} has no order\n${describeHistory(history)}`];
    });
    note({
      promise: 'P2', by: 'e2e/stories/race', trials: TERMS.checkouts, faults: 1,
      violations: wrong.length, how: `seed ${SEED}, 64 agents, ${TERMS.issues} issues`,
    });
    expect(wrong.join('\n\n')).toBe('');
  });

  test('leave a log without holes, with each win in it', async () => {
    const activity = await readActivity(world().board, played.companyId);
    expect(faultsOf(activity)).toEqual({});
    const claims = activity.filter(({ action }) => action === 'issue.checked_out');
    expect(countActions(activity, 'issue.created')).toBe(TERMS.issues);
    // An agent that has the issue already wins it without a word.
    expect(claims.length).toBeGreaterThan(TERMS.issues);
    expect(claims.length).toBeLessThanOrEqual(winsIn(played.history)
      + played.history.filter(({ output }) => output === undefined).length);
  });
});
