/**
 * Many agents that claim, release and read the same few issues at once, while the board reassigns them;
 * and a record of what each of them sent, when, and what it observed. Some do not wait for the answer.
 */
import fc from 'fast-check';
import type { Act, Answer } from '../checkers/claim-register.ts';
import type { Operation } from '../checkers/linearizable.ts';
import {
  addAgentWithKey,
  addIssue,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import type { Reply } from '../world/http-client.ts';
import { inParallel } from '../world/in-parallel.ts';
import type { World } from '../world/use-world.ts';
import { contendedIssue } from './contended-issue.ts';

export type ClaimRecord = Operation<Act, Answer> & {
  readonly issueId: string;
  /** Without an answer although the caller waited for one: the service was away. */
  readonly lost: boolean;
};

export interface Contention {
  readonly companyId: string;
  readonly history: readonly ClaimRecord[];
}

export interface ContentionOptions {
  readonly agents: number;
  readonly issues: number;
  /** The number of claims, not counting the requests in between. */
  readonly checkouts: number;
  readonly seed: number;
  /** Called when half of the claims were sent. */
  readonly atHalf: () => void;
}

const CONTENDED_AT_ONCE = 4;
/** Concurrent callers of the board, which reassigns issues. */
const REASSIGNERS = 2;
const SETUP_CONCURRENCY = 8;
const CHOICES = 4_096;

interface RandomChoice {
  readonly issue: number;
  readonly action: number;
  readonly agent: number;
}
const randomChoice: fc.Arbitrary<RandomChoice> = fc.record({
  issue: fc.nat({ max: CONTENDED_AT_ONCE - 1 }),
  action: fc.nat({ max: 99 }),
  agent: fc.nat({ max: 2 ** 16 }),
});

export async function contendForIssues(
  world: World,
  options: ContentionOptions,
): Promise<Contention> {
  const { id: companyId } = await createCompany(world.board);
  const agents: AgentWithKey[] = [];
  await inParallel(options.agents, SETUP_CONCURRENCY, async () => {
    agents.push(await addAgentWithKey(world, companyId));
  });
  const issueIds: string[] = [];
  await inParallel(options.issues, SETUP_CONCURRENCY, async () => {
    issueIds.push((await addIssue(world.board, companyId)).id);
  });
  const history: ClaimRecord[] = [];
  await contend(world, { ...options, contenders: agents, issueIds, history });
  await inParallel(issueIds.length, SETUP_CONCURRENCY, async (index) => {
    const issueId = issueIds[index] ?? '';
    await record(history, issueId, { type: 'read' }, () => get(world.board, issueId));
  });
  return { companyId, history };
}

type Contest = Omit<ContentionOptions, 'agents' | 'issues'> & {
  readonly contenders: readonly AgentWithKey[];
  readonly issueIds: readonly string[];
  readonly history: ClaimRecord[];
};

async function contend({ board }: World, contest: Contest): Promise<void> {
  const { contenders, issueIds, history, checkouts, seed, atHalf } = contest;
  const choices = fc.sample(randomChoice, { seed, numRuns: CHOICES });
  /** The issue that each agent has claimed or was given, and may release. */
  const owned = new Map<string, string>();
  const unawaited: Promise<void>[] = [];
  let claims = 0;
  let chosen = 0;
  const choose = (): RandomChoice => choices[chosen++ % choices.length] as RandomChoice;
  const contended = ({ issue }: RandomChoice): string =>
    contendedIssue(issueIds, {
      atOnce: CONTENDED_AT_ONCE,
      progress: claims / checkouts,
      choice: issue,
    });
  const claim = async (
    { agent, caller }: AgentWithKey,
    issueId: string,
    isAwaited: boolean,
  ): Promise<void> => {
    claims += 1;
    if (claims === Math.ceil(checkouts / 2)) atHalf();
    const body = { agentId: agent.id, expectedStatuses: ['todo'] };
    const send = () => caller.post(`/api/issues/${issueId}/checkout`, body);
    const input = { type: 'checkout', agent: agent.id } as const;
    const answered = record(history, issueId, input, send, isAwaited);
    if (!isAwaited) unawaited.push(answered.then(() => undefined));
    else if ((await answered)?.type === 'done') owned.set(agent.id, issueId);
  };
  const actAsAgent = async (contender: AgentWithKey): Promise<void> => {
    const { agent, caller } = contender;
    while (claims < checkouts) {
      const choice = choose();
      const { action } = choice;
      const own = owned.get(agent.id);
      owned.delete(agent.id);
      if (own !== undefined && action < 10) await claim(contender, own, action > 0);
      else if (own !== undefined || action > 96) {
        const issueId = own ?? contended(choice);
        await record(history, issueId, { type: 'release', agent: agent.id }, () =>
          caller.post(`/api/issues/${issueId}/release`),
        );
      } else if (action > 93) {
        const issueId = contended(choice);
        await record(history, issueId, { type: 'read' }, () => get(caller, issueId));
      } else await claim(contender, contended(choice), action > 0);
    }
  };
  const reassign = async (): Promise<void> => {
    while (claims < checkouts) {
      const choice = choose();
      const issueId = contended(choice);
      const to = contenders[choice.agent % contenders.length]?.agent.id ?? '';
      await record(history, issueId, { type: 'reassign', to }, () =>
        board.patch(`/api/issues/${issueId}`, { assigneeAgentId: to }),
      );
      owned.set(to, issueId);
    }
  };
  await Promise.all([
    ...contenders.map(actAsAgent),
    ...Array.from({ length: REASSIGNERS }, reassign),
  ]);
  await Promise.all(unawaited);
}

const get = (caller: Pick<AgentWithKey['caller'], 'get'>, issueId: string): Promise<Reply> =>
  caller.get(`/api/issues/${issueId}`);

/** Sends a request and records it. The outcome of a request that is not awaited is unknown. */
async function record(
  history: ClaimRecord[],
  issueId: string,
  input: Act,
  send: () => Promise<Reply>,
  isAwaited = true,
): Promise<Answer | undefined> {
  const calledAt = performance.now();
  const answer = await send().then(answerOf, () => undefined);
  const answeredAt = performance.now();
  const output = isAwaited ? answer : undefined;
  const lost = answer === undefined;
  history.push({ issueId, input, output, calledAt, answeredAt, lost });
  return output;
}

interface Body {
  readonly status: string;
  readonly assigneeAgentId: string | null;
  readonly code: string;
  readonly retryable: boolean;
  readonly details: { readonly status: string; readonly assigneeAgentId: string | null };
}

/** Undefined if the answer leaves the outcome open; every other answer follows one of the rules. */
export function answerOf({ status, body }: Pick<Reply, 'status' | 'body'>): Answer | undefined {
  if (status >= 500) return undefined;
  const { code, details, ...issue } = body as Body;
  if (status === 200) return { type: 'done', status: issue.status, owner: issue.assigneeAgentId };
  if (status === 409 && code === 'issue_owned_by_another_agent' && !issue.retryable) {
    return { type: 'owned', owner: details.assigneeAgentId };
  }
  if (status === 409 && code === 'not_the_owner') return { type: 'not_the_owner' };
  if (status === 422 && code === 'illegal_transition') return { type: 'illegal_transition' };
  throw new Error(`${status} ${JSON.stringify(body)} is not an answer to a claim`);
}

/** The history of an issue for a person to read; ids are shortened. */
export const describeHistory = (history: readonly ClaimRecord[]): string =>
  history
    .toSorted((a, b) => a.calledAt - b.calledAt)
    .map(({ calledAt, answeredAt, input, output }) => {
      const when = `${calledAt.toFixed(1)}–${answeredAt.toFixed(1)} ms`;
      const words = Object.values(input).map(short).join(' ');
      const observed = output ? Object.values(output).map(short).join(' ') : 'unknown';
      return `  ${when}  ${words} → ${observed}`;
    })
    .join('\n');

const short = (word: string | null): string =>
  word === null ? 'nobody' : word.replace(/^[\da-f-]{28}(?=[\da-f]{8}$)/, '…');
