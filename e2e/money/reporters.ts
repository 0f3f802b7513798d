/**
 * Many concurrent reporters, each a careful client: a report without a clear answer is sent again with
 * its event id. Some send each report twice at once, some repeat an answered one, some disconnect. The
 * board voids some costs afterwards, as carefully.
 */
import { randomUUID } from 'node:crypto';
import type { Report } from '../checkers/money.ts';
import { inParallel } from '../world/in-parallel.ts';
import { openRetryingClient, type TestRequest } from '../world/retrying-client.ts';
import type { World } from '../world/use-world.ts';
import type { MoneyFixture, Spender } from './fixture.ts';
import type { Plan, ReportPlan } from './plan.ts';

const REPORTERS = 64;
/** Longer than any fault of this test takes to heal on a busy machine. */
const PATIENCE_MS = 150_000;
const CREATED = 201;
const OK = 200;

export type SentReport = Report & {
  readonly companyId: string;
  /** Whether the board has voided its cost. */
  readonly isVoided: boolean;
};

export interface Reporting {
  readonly reports: readonly SentReport[];
  readonly requests: number;
}

/** Calls `onReport` after each report with the number of reports that are done. */
export async function reportAll(
  { stack }: World,
  { spenders }: MoneyFixture,
  { reports: plans }: Plan,
  onReport: (done: number) => void,
): Promise<Reporting> {
  const http = openRetryingClient(stack.baseUrls, {
    patienceMs: PATIENCE_MS,
    sendsKeys: false,
  });
  const reports: SentReport[] = [];
  const startedAt = Date.now();
  let requests = 0;
  let done = 0;
  await inParallel(plans.length, REPORTERS, async (index) => {
    const plan = plans[index] as ReportPlan;
    const spender = spenders[plan.agent] as Spender;
    const report = reportOf(plan, spender, startedAt);
    const request = requestFor(report, plan, spender, stack.boardToken);
    const send = async (turn: number): Promise<string> => {
      requests += 1;
      const { status, body } = await http.send(request, index + turn);
      if (status === CREATED) return String(body['id']);
      throw new Error(`a report was answered with ${status} ${JSON.stringify(body)}`);
    };
    const disconnect = (): Promise<void> => {
      requests += 1;
      return sendAndDisconnect(stack.baseUrls[index % stack.baseUrls.length] ?? '', request);
    };
    const answeredId = await deliver(plan, send, disconnect);
    const isVoided = answeredId !== undefined && mayVoid(plan, spender);
    if (isVoided) {
      const voiding = voidRequest(spender, answeredId, stack.boardToken);
      const turns = plan.delivery === 'once' ? [0] : [0, 1];
      requests += turns.length;
      const answers = await Promise.all(turns.map((turn) => http.send(voiding, index + turn)));
      const wrong = answers.find(({ status }) => status !== OK);
      if (wrong) throw new Error(`a void was answered with ${wrong.status}`);
    }
    reports.push({ ...report, answeredId, isVoided });
    onReport((done += 1));
  });
  http.close();
  return { reports, requests };
}

/** Where a limit was crossed, a void would restore the budget while the board raises it. */
const mayVoid = ({ isVoided }: ReportPlan, { company, plan }: Spender): boolean =>
  isVoided && company.limitCents === 0 && plan.limitCents === 0;

const voidRequest = ({ company }: Spender, costId: string, token: string): TestRequest => ({
  method: 'POST',
  path: `/api/companies/${company.companyId}/cost-events/${costId}/void`,
  token,
  body: { reason: 'booked by mistake' },
});

/** Answers with the id of the cost, or nothing if the reporter did not wait for it. */
async function deliver(
  { delivery }: ReportPlan,
  send: (turn: number) => Promise<string>,
  disconnect: () => Promise<void>,
): Promise<string | undefined> {
  if (delivery === 'disconnected') {
    await disconnect();
    return undefined;
  }
  const ids = delivery === 'concurrent' ? await Promise.all([send(0), send(1)]) : [await send(0)];
  if (delivery === 'repeated') ids.push(await send(1));
  if (new Set(ids).size > 1) throw new Error(`one report was answered as ${ids.join(' and ')}`);
  return ids[0];
}

function reportOf({ costCents, lateMs }: ReportPlan, { agent, company }: Spender, now: number) {
  const occurredAt = lateMs === 0 ? undefined : new Date(now + lateMs).toISOString();
  const { companyId } = company;
  return { eventId: randomUUID(), companyId, agentId: agent.id, costCents, occurredAt };
}

function requestFor(
  {
    eventId,
    companyId,
    agentId,
    costCents,
    occurredAt,
  }: Omit<SentReport, 'answeredId' | 'isVoided'>,
  { target, model, tokens, byAgent }: ReportPlan,
  { company, token }: Spender,
  boardToken: string,
): TestRequest {
  return {
    method: 'POST',
    path: `/api/companies/${companyId}/cost-events`,
    token: byAgent ? token : boardToken,
    body: {
      eventId,
      agentId,
      costCents,
      occurredAt,
      provider: model > 2 ? 'beta' : 'alpha',
      model: `model-${model}`,
      inputTokens: tokens,
      outputTokens: tokens % 97,
      ...company.targets[target % company.targets.length],
    },
  };
}

/** Sends the request and disconnects: at once, or a moment before the answer comes. */
async function sendAndDisconnect(
  baseUrl: string,
  { path, token, body }: TestRequest,
): Promise<void> {
  const text = JSON.stringify(body);
  const signal = AbortSignal.timeout(text.length % 16);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: text, signal }).then(
    (answer) => answer.body?.cancel(),
    () => undefined,
  );
}
