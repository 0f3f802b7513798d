/**
 * Many reporters at once, each as careful as it should be: what got no clear answer is sent again
 * under its event id. Some send twins, some repeat what was answered, some hang up at once.
 */
import { randomUUID } from 'node:crypto';
import type { Report } from '../checkers/money.ts';
import { inLanes } from '../harness/lanes.ts';
import { until } from '../harness/until.ts';
import { openWire } from '../harness/wire.ts';
import type { Wire, WireReply } from '../harness/wire.ts';
import type { World } from '../harness/stack.ts';
import type { Ground, Spender } from './ground.ts';
import type { Plan, ReportPlan } from './plan.ts';

const REPORTERS = 64;
/** Longer than any loss that the test brings about lasts on a busy machine. */
const PATIENCE_MS = 150_000;
const CREATED = 201;
const WRONG_FIRST = 500;

export type Told = Report & { readonly companyId: string };

export type Reporting = {
  readonly reports: readonly Told[];
  readonly requests: number;
};

type Letter = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
};

/** `onReport` hears of every report that is done, and how many are. */
export async function reportAll(
  { stack }: World,
  { spenders }: Ground,
  { reports: plans }: Plan,
  onReport: (done: number) => void,
): Promise<Reporting> {
  const wires = stack.baseUrls.map(openWire);
  const reports: Told[] = [];
  const startedAt = Date.now();
  let requests = 0;
  let done = 0;
  const send = (letter: Letter, turn: number): Promise<string> => {
    requests += 1;
    return answerTo(wires, letter, turn);
  };
  await inLanes(plans.length, REPORTERS, async (index) => {
    const plan = plans[index] as ReportPlan;
    const spender = spenders[plan.agent] as Spender;
    const told = reportOf(plan, spender, startedAt);
    const letter = letterOf(told, plan, spender, stack.boardToken);
    const answeredId = await carry(plan, (turn) => send(letter, index + turn), () => {
      requests += 1;
      return hangUp(stack.baseUrls[index % stack.baseUrls.length] ?? '', letter);
    });
    reports.push({ ...told, answeredId });
    onReport(done += 1);
  });
  wires.forEach((wire) => wire.close());
  return { reports, requests };
}

async function carry(
  { fate }: ReportPlan,
  send: (turn: number) => Promise<string>,
  sendUnheard: () => Promise<void>,
): Promise<string | undefined> {
  if (fate === 'unheard') {
    await sendUnheard();
    return undefined;
  }
  const ids = fate === 'twins' ? await Promise.all([send(0), send(1)]) : [await send(0)];
  if (fate === 'again') ids.push(await send(1));
  if (new Set(ids).size > 1) throw new Error(`one report was answered as ${ids.join(' and ')}`);
  return ids[0];
}

function reportOf({ costCents, lateMs }: ReportPlan, { agent, shop }: Spender, now: number) {
  const occurredAt = lateMs === 0 ? undefined : new Date(now + lateMs).toISOString();
  const { companyId } = shop;
  return { eventId: randomUUID(), companyId, agentId: agent.id, costCents, occurredAt };
}

function letterOf(
  { eventId, companyId, agentId, costCents, occurredAt }: Omit<Told, 'answeredId'>,
  { work, model, tokens, byAgent }: ReportPlan,
  { shop, token }: Spender,
  boardToken: string,
): Letter {
  const report = {
    eventId, agentId, costCents, occurredAt, provider: model > 2 ? 'beta' : 'alpha',
    model: `model-${model}`, inputTokens: tokens, outputTokens: tokens % 97,
    ...shop.works[work % shop.works.length],
  };
  return {
    path: `/api/companies/${companyId}/cost-events`,
    headers: {
      'authorization': `Bearer ${byAgent ? token : boardToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(report),
  };
}

/** The id of the cost that the report became. */
async function answerTo(wires: readonly Wire[], letter: Letter, turn: number): Promise<string> {
  let tries = turn;
  const attempt = async (): Promise<string | undefined> => {
    const reply = await wires[tries++ % wires.length]?.send({ ...letter, method: 'POST' });
    return reply && read(reply);
  };
  const first = await attempt().catch(() => undefined);
  return first ?? until('an answer to a report', attempt, PATIENCE_MS);
}

/** Nothing where the answer leaves open what happened. */
function read({ status, text }: WireReply): string | undefined {
  const body = JSON.parse(text) as { id: string; retryable?: boolean };
  if (status === CREATED) return body.id;
  if (status >= WRONG_FIRST || body.retryable === true) return undefined;
  throw new Error(`a report was answered with ${status} ${text}`);
}

/** Sends it and goes away: at once, or a moment before the answer comes. */
async function hangUp(baseUrl: string, { path, headers, body }: Letter): Promise<void> {
  const signal = AbortSignal.timeout(body.length % 16);
  await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body, signal })
    .then((answer) => answer.body?.cancel(), () => undefined);
}
