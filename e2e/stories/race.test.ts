/**
 * Claims under contention. The observations of all callers are judged issue by issue: there must be a
 * sequential order in which the issue would have given these answers. `RACE_SEED` repeats the choices;
 * the order of events is up to the machine.
 */
import { lengthOf, recordTrials } from '@muster/test-kit';
import { describe, expect, inject, it } from 'vitest';
import { claimRegister } from '../checkers/claim-register.ts';
import { judge } from '../checkers/linearizable.ts';
import {
  contendForIssues,
  describeHistory,
  type Contention,
  type ClaimRecord,
} from '../requests/contended-claims.ts';
import { countActions, faultsInNumbering, readActivity } from '../world/read-lists.ts';
import { useWorld } from '../world/use-world.ts';

const SEED = Number(process.env['RACE_SEED'] ?? Date.now() % 2 ** 31);
const TERMS = {
  agents: 64,
  issues: lengthOf({ full: 100, short: 40 }),
  checkouts: lengthOf({ full: 10_000, short: 1_500 }),
  seed: SEED,
};
/** Answers that may be lost with the killed process: its requests in progress. */
const LOST_MAX = 2 * TERMS.agents;
const TIMEOUT_MS = 300_000;

const replicas = inject('replicas');
const world = useWorld({ replicas: replicas > 1 ? replicas : { issues: 2 } });

const winsIn = (history: readonly ClaimRecord[]): number =>
  history.filter(({ input, output }) => input.type === 'checkout' && output?.type === 'done')
    .length;

describe(`64 agents that race for ${TERMS.issues} issues (RACE_SEED=${SEED})`, () => {
  let played: Contention;

  it(
    'are answered, even while a process of issues is killed',
    async () => {
      const startedAt = performance.now();
      played = await contendForIssues(world(), {
        ...TERMS,
        atHalf: () => world().stack.kill('issues', 1),
      });
      const { history } = played;
      const tookMs = Math.round(performance.now() - startedAt);
      const checkouts = history.filter(({ input }) => input.type === 'checkout').length;
      const lost = history.filter((entry) => entry.lost).length;
      process.stdout.write(
        `${checkouts} checkouts, ${winsIn(history)} wins, ${
          history.length
        } operations, ${lost} lost, in ${tookMs} ms\n`,
      );
      expect(checkouts).toBeGreaterThanOrEqual(TERMS.checkouts);
      expect(lost).toBeLessThanOrEqual(LOST_MAX);
    },
    TIMEOUT_MS,
  );

  it('see one owner at a time, and are refused only for an owner', () => {
    const byIssue = Object.entries(Object.groupBy(played.history, ({ issueId }) => issueId));
    expect(byIssue).toHaveLength(TERMS.issues);
    const wrong = byIssue.flatMap(([issueId, history = []]) => {
      const { linearizable } = judge(history, claimRegister);
      return linearizable
        ? []
        : [`${issueId} has no sequential order\n${describeHistory(history)}`];
    });
    recordTrials({
      promise: 'P2',
      by: 'e2e/stories/race',
      trials: TERMS.checkouts,
      faults: 1,
      violations: wrong.length,
      how: `seed ${SEED}, 64 agents, ${TERMS.issues} issues`,
    });
    expect(wrong.join('\n\n')).toBe('');
  });

  it('leave a log without holes, with each win in it', async () => {
    const activity = await readActivity(world().board, played.companyId);
    expect(faultsInNumbering(activity)).toEqual({});
    const claims = activity.filter(({ action }) => action === 'issue.checked_out');
    expect(countActions(activity, 'issue.created')).toBe(TERMS.issues);
    // An agent that owns the issue already wins without an event.
    expect(claims.length).toBeGreaterThan(TERMS.issues);
    expect(claims.length).toBeLessThanOrEqual(
      winsIn(played.history) + played.history.filter(({ output }) => output === undefined).length,
    );
  });
});
