/**
 * Many agents that claim, give back and look at the same few issues at once, while the board hands
 * them to others; and what each of them asked, when, and what it was told. Some hang up before
 * they hear.
 */
import fc from 'fast-check';
import type { Act, Answer } from '../checkers/claim-register.ts';
import type { Operation } from '../checkers/linearizable.ts';
import type { Reply } from './api.ts';
import { addIssue, addMember, foundCompany } from './builders.ts';
import type { Member } from './builders.ts';
import { inLanes } from './lanes.ts';
import type { World } from './stack.ts';

export type Entry = Operation<Act, Answer> & {
  readonly issueId: string;
  /** Told without an answer that the caller waited for: the service was away. */
  readonly lost: boolean;
};

export type Contest = {
  readonly companyId: string;
  readonly history: readonly Entry[];
};

export type Terms = {
  readonly agents: number;
  readonly issues: number;
  /** Claims are counted, whatever else is done between them. */
  readonly checkouts: number;
  readonly seed: number;
  /** When half of the claims were made. */
  readonly atHalf: () => void;
};

/** Issues that are fought over at a time. */
const HOT = 4;
/** Lanes of the board, which gives issues to agents. */
const GIVERS = 2;
const SETUP_LANES = 8;

type Dice = { readonly hot: number; readonly act: number; readonly agent: number };
const dice: fc.Arbitrary<Dice> = fc.record({
  hot: fc.nat({ max: HOT - 1 }), act: fc.nat({ max: 99 }), agent: fc.nat({ max: 2 ** 16 }),
});

export async function contest(world: World, terms: Terms): Promise<Contest> {
  const { id: companyId } = await foundCompany(world.board);
  const members: Member[] = [];
  await inLanes(terms.agents, SETUP_LANES, async () => {
    members.push(await addMember(world, companyId));
  });
  const issues: string[] = [];
  await inLanes(terms.issues, SETUP_LANES, async () => {
    issues.push((await addIssue(world.board, companyId)).id);
  });
  const history: Entry[] = [];
  await Promise.all(fight(world, { ...terms, members, ids: issues, history }));
  await inLanes(issues.length, SETUP_LANES, async (index) => {
    const issueId = issues[index] ?? '';
    await record(history, issueId, { type: 'read' }, () => get(world.board, issueId));
  });
  return { companyId, history };
}

type Field = Terms & {
  readonly members: readonly Member[];
  readonly ids: readonly string[];
  readonly history: Entry[];
};

function fight({ board }: World, field: Field): Promise<void>[] {
  const { members, ids, history, checkouts, seed, atHalf } = field;
  const throws = fc.sample(dice, { seed, numRuns: 4_096 });
  /** What each agent has been given or has won, and may give back. */
  const held = new Map<string, string>();
  const unheard: Promise<void>[] = [];
  let made = 0;
  let thrown = 0;
  const next = (): Dice => throws[thrown++ % throws.length] as Dice;
  const hot = ({ hot: offset }: Dice): string => hotIssue(ids, made / checkouts, offset);
  const claim = async ({ agent, caller }: Member, issueId: string, act: number): Promise<void> => {
    made += 1;
    if (made === Math.ceil(checkouts / 2)) atHalf();
    const body = { agentId: agent.id, expectedStatuses: ['todo'] };
    const send = () => caller.post(`/api/issues/${issueId}/checkout`, body);
    const isUnheard = act === 0;
    const done = record(history, issueId, { type: 'checkout', agent: agent.id }, send, isUnheard);
    if (isUnheard) unheard.push(done.then(() => undefined));
    else if ((await done)?.type === 'done') held.set(agent.id, issueId);
  };
  const contend = async (member: Member): Promise<void> => {
    const { agent: { id: agent }, caller } = member;
    while (made < checkouts) {
      const throwOf = next();
      const own = held.get(agent);
      held.delete(agent);
      if (own !== undefined && throwOf.act < 10) await claim(member, own, throwOf.act);
      else if (own !== undefined || throwOf.act > 96) {
        const issueId = own ?? hot(throwOf);
        await record(history, issueId, { type: 'release', agent }, () =>
          caller.post(`/api/issues/${issueId}/release`));
      } else if (throwOf.act > 93) {
        const issueId = hot(throwOf);
        await record(history, issueId, { type: 'read' }, () => get(caller, issueId));
      } else await claim(member, hot(throwOf), throwOf.act);
    }
  };
  const give = async (): Promise<void> => {
    while (made < checkouts) {
      const throwOf = next();
      const issueId = hot(throwOf);
      const to = members[throwOf.agent % members.length]?.agent.id ?? '';
      await record(history, issueId, { type: 'reassign', to }, () =>
        board.patch(`/api/issues/${issueId}`, { assigneeAgentId: to }));
      held.set(to, issueId);
    }
  };
  const lanes = [...members.map(contend), ...Array.from({ length: GIVERS }, give)];
  return [...lanes, Promise.all(lanes).then(() => Promise.all(unheard)).then(() => undefined)];
}

/** The fight moves on to the next few issues as more of it is over. */
function hotIssue(ids: readonly string[], over: number, offset: number): string {
  const windows = Math.floor(ids.length / HOT);
  const at = Math.min(Math.floor(over * windows), windows - 1);
  return ids[at * HOT + offset] ?? '';
}

const get = (caller: Pick<Member['caller'], 'get'>, issueId: string): Promise<Reply> =>
  caller.get(`/api/issues/${issueId}`);

/** Does it and writes it down. Of what stays unheard nobody knows what came of it. */
async function record(
  history: Entry[],
  issueId: string,
  input: Act,
  send: () => Promise<Reply>,
  isUnheard = false,
): Promise<Answer | undefined> {
  const calledAt = performance.now();
  const answer = await send().then(answerOf, () => undefined);
  const answeredAt = performance.now();
  const output = isUnheard ? undefined : answer;
  const lost = answer === undefined;
  history.push({ issueId, input, output, calledAt, answeredAt, lost });
  return output;
}

type Body = {
  readonly status: string;
  readonly assigneeAgentId: string | null;
  readonly code: string;
  readonly retryable: boolean;
  readonly details: { readonly status: string; readonly assigneeAgentId: string | null };
};

/** Nothing where the answer leaves open what happened; every other answer is one of the rules'. */
export function answerOf({ status, body }: Pick<Reply, 'status' | 'body'>): Answer | undefined {
  if (status >= 500) return undefined;
  const { code, details, ...issue } = body as Body;
  if (status === 200) return { type: 'done', status: issue.status, owner: issue.assigneeAgentId };
  if (status === 409 && code === 'issue_owned_by_another_agent' && !issue.retryable) {
    return { type: 'owned', owner: details.assigneeAgentId };
  }
  if (status === 409 && code === 'not_the_owner') return { type: 'not_the_owner' };
  if (status === 422 && code === 'illegal_transition') return { type: 'illegal_transition' };
  throw new Error(`${status} ${JSON.stringify(body)} is no answer to a claim`);
}

/** What happened to an issue, for a person to read. Agents are told by a few letters. */
export const describeHistory = (history: readonly Entry[]): string =>
  history.toSorted((a, b) => a.calledAt - b.calledAt)
    .map(({ calledAt, answeredAt, input, output }) => {
      const when = `${calledAt.toFixed(1)}–${answeredAt.toFixed(1)} ms`;
      const words = Object.values(input).map(short).join(' ');
      const told = output ? Object.values(output).map(short).join(' ') : 'nobody knows';
      return `  ${when}  ${words} → ${told}`;
    }).join('\n');

const short = (word: string | null): string =>
  word === null ? 'nobody' : word.replace(/^[\da-f-]{28}(?=[\da-f]{8}$)/, '…');
