/**
 * Thirty-two clients that write what a company of agents writes, each one thing after another. What
 * they do follows from the seed; how it interleaves is the machine's.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Act } from '../checkers/claim-register.ts';
import { answerOf } from '../harness/contest.ts';
import type { World } from '../harness/stack.ts';
import { openAsker } from './ask.ts';
import type { Answer, Asker, Letter } from './ask.ts';
import type { Client } from './ground.ts';
import type { History, Made } from './history.ts';

type Dice = { readonly act: number; readonly pick: number; readonly cents: number };
const dice: fc.Arbitrary<Dice> = fc.record({
  act: fc.nat({ max: 99 }), pick: fc.nat({ max: 2 ** 16 }), cents: fc.nat({ max: 90 }),
});
const THROWS = 8_192;
/** Contested issues that are fought over at a time. */
const HOT = 2;
const STATUSES = ['todo', 'in_progress', 'in_review', 'blocked', 'done'];

type Desk = {
  readonly asker: Asker;
  readonly boardToken: string;
  readonly history: History;
  /** How much of the run is over, from 0 to 1. */
  readonly over: () => number;
};
/** What a client has made and works on further. */
type Own = { issues: string[]; titles: number; approvals: string[] };

export type Terms = {
  readonly seed: number;
  readonly requests: number;
  /** Hears after each request how much of the run is over. */
  readonly onDone: (share: number) => void;
};

export async function work(
  { stack }: World,
  clients: readonly Client[],
  history: History,
  { seed, requests, onDone }: Terms,
): Promise<void> {
  const throws = fc.sample(dice, { seed, numRuns: THROWS });
  const asker = openAsker(stack.baseUrls);
  const over = () => history.answers.length / requests;
  const desk: Desk = { asker, boardToken: stack.boardToken, history, over };
  await Promise.all(clients.map(async (client, index) => {
    const own: Own = { issues: [], titles: 0, approvals: [] };
    for (let turn = index; over() < 1; turn += clients.length) {
      await act(desk, client, own, throws[turn % THROWS] as Dice);
      onDone(over());
    }
  }));
  asker.close();
}

/** One thing; which one is thrown. What there is nothing to do it on becomes an issue. */
async function act(desk: Desk, client: Client, own: Own, { act: thrown, pick, cents }: Dice) {
  const issueId = own.issues[pick % own.issues.length];
  const approvalId = own.approvals.at(-1);
  if (thrown < 28 && issueId) return comment(desk, client, issueId);
  if (thrown < 44 && issueId) return change(desk, client, own, issueId, pick);
  if (thrown < 64) return claim(desk, client, pick);
  if (thrown < 78) return recordCost(desk, client, cents);
  if (thrown < 84) return askApproval(desk, client, own);
  if (thrown < 88 && approvalId) return decide(desk, own, approvalId);
  if (thrown < 89) return hire(desk, client);
  return createIssue(desk, client, own);
}

async function send({ asker, history }: Desk, letter: Letter, fine: number[]): Promise<Answer> {
  const answer = await asker.ask(letter);
  const { body, ...told } = answer;
  history.answers.push(told);
  const { status } = told;
  if (status !== undefined && !fine.includes(status)) {
    history.odd.push(`${letter.method} ${letter.path}: ${status} ${JSON.stringify(body)}`);
  }
  return answer;
}

const idOf = ({ body }: Answer, of?: string): string | undefined => {
  const thing = of === undefined ? body : body[of] as Answer['body'] | undefined;
  return thing?.['id'] as string | undefined;
};

async function make(
  desk: Desk,
  { name: client, token, shop: { companyId } }: Client,
  { kind, path, body, of, isBoard = false }: {
    kind: Made['kind'];
    path: string;
    body: (mark: string) => object;
    of?: string;
    isBoard?: boolean;
  },
): Promise<string | undefined> {
  const mark = randomUUID();
  const letter = {
    method: 'POST' as const, path, token: isBoard ? desk.boardToken : token, body: body(mark),
  };
  const id = idOf(await send(desk, letter, [201]), of);
  desk.history.made.push({ kind, companyId, client, mark, id });
  return id;
}

async function createIssue(desk: Desk, client: Client, own: Own): Promise<void> {
  const id = await make(desk, client, {
    kind: 'issue', path: `/api/companies/${client.shop.companyId}/issues`,
    body: (mark) => ({ title: 'New', description: mark, assigneeAgentId: client.agentId }),
  });
  if (id) own.issues.push(id);
}

const comment = (desk: Desk, client: Client, issueId: string) => make(desk, client, {
  kind: 'comment', path: `/api/issues/${issueId}/comments`, body: (body) => ({ body }),
});

async function askApproval(desk: Desk, client: Client, own: Own): Promise<void> {
  const id = await make(desk, client, {
    kind: 'approval', path: `/api/companies/${client.shop.companyId}/approvals`,
    body: (mark) => ({ type: 'request_board_approval', payload: { mark } }),
  });
  if (id) own.approvals.push(id);
}

const hire = (desk: Desk, client: Client) => make(desk, client, {
  kind: 'hire', path: `/api/companies/${client.shop.companyId}/agent-hires`, of: 'agent',
  isBoard: true,
  body: (name) => ({ name, runtimeConfig: { heartbeat: { enabled: false } } }),
});

async function decide(desk: Desk, own: Own, approvalId: string): Promise<void> {
  const path = `/api/approvals/${approvalId}/approve`;
  const { status } = await send(
    desk, { method: 'POST', path, token: desk.boardToken, body: {} }, [200]);
  own.approvals.pop();
  desk.history.decided.push({ approvalId, status: status === 200 ? 'approved' : undefined });
}

/** Title and status at once: where the move is not allowed, nothing of it happens. */
async function change(desk: Desk, client: Client, own: Own, issueId: string, pick: number) {
  const title = `Version ${own.titles += 1} of ${client.name}`;
  const status = STATUSES[pick % STATUSES.length];
  const answer = await send(desk, {
    method: 'PATCH', path: `/api/issues/${issueId}`, token: client.token,
    body: pick % 3 === 0 ? { title } : { title, status },
  }, [200, 422]);
  if (answer.status === 422) return;
  desk.history.changed.push({ issueId, title, isKnown: answer.status === 200 });
}

async function recordCost(desk: Desk, { agentId, token, shop }: Client, costCents: number) {
  const { companyId } = shop;
  const eventId = randomUUID();
  const answer = await send(desk, {
    method: 'POST', path: `/api/companies/${companyId}/cost-events`, token,
    body: { eventId, agentId, costCents, provider: 'test', model: 'test' },
  }, [201]);
  desk.history.costs.push({ companyId, eventId, agentId, costCents, answeredId: idOf(answer) });
}

/** The fight moves on to the next issues as more of the run is over. */
async function claim(desk: Desk, { agentId, token, shop: { arena } }: Client, pick: number) {
  const windows = Math.floor(arena.length / HOT);
  const at = Math.min(Math.floor(desk.over() * windows), windows - 1);
  const issueId = arena[at * HOT + (pick % HOT)] ?? '';
  const path = `/api/issues/${issueId}`;
  const [input, letter] = ([
    [
      { type: 'checkout', agent: agentId },
      {
        method: 'POST', path: `${path}/checkout`, token,
        body: { agentId, expectedStatuses: ['todo'] },
      },
    ],
    [
      { type: 'release', agent: agentId },
      { method: 'POST', path: `${path}/release`, token, body: {} },
    ],
    [{ type: 'read' }, { method: 'GET', path, token }],
  ] satisfies [Act, Letter][])[pick % 7 < 4 ? 0 : pick % 7 < 6 ? 1 : 2] as [Act, Letter];
  const answer = await send(desk, letter, [200, 409, 422]);
  const { status, body, calledAt, answeredAt } = answer;
  const output = status === undefined ? undefined : answerOf({ status, body });
  desk.history.claims.push({ issueId, input, output, calledAt, answeredAt });
}
