/** One request to one service, and its answer passed on as the bytes that came. */
import {
  isWrite, methodOf, type Actor, type Operation, type Problem, type ServiceName,
} from '@muster/contracts';
import { header, READ_DEADLINE_MS, WRITE_DEADLINE_MS, type RpcReply } from '@muster/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Door } from './door.ts';
import { answer, beginExchange, ignoredHeader, type Exchange } from './exchange.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { planInput, readInput, type InputPlan } from './input.ts';
import { answerProblem } from './problem.ts';
import { settle } from './settle.ts';

/** A route with everything that is known before any request comes. */
export interface ForwardPlan extends InputPlan {
  readonly service: ServiceName;
  readonly name: string;
  readonly status: number;
  readonly deadlineMs: number;
  /** Methods whose repetition the client may mark with a key. */
  readonly repeatable: boolean;
}

export const planForward = (
  service: ServiceName,
  name: string,
  operation: Operation,
): ForwardPlan => {
  const method = methodOf(operation);
  return {
    ...planInput(operation),
    service,
    name,
    status: operation.status ?? 200,
    deadlineMs: isWrite(operation) ? WRITE_DEADLINE_MS : READ_DEADLINE_MS,
    repeatable: method === 'POST' || method === 'PATCH',
  };
};

export async function forward(
  door: Door,
  plan: ForwardPlan,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const exchange = request.exchange ?? beginExchange(request, plan.name);
  const { headers } = request.raw;
  const idempotencyKey = plan.repeatable
    ? idempotencyKeyOf(headers['idempotency-key'])
    : undefined;
  const { input, ignored } = readInput(plan, {
    params: request.params,
    query: request.query,
    body: request.body,
    ifMatch: headers['if-match'],
    prefer: headers['prefer'] as string | undefined,
  });
  const answered = await door.runtime.rpc({
    service: plan.service,
    operation: plan.name,
    body: JSON.stringify(input),
    actor: exchange.actor as Actor,
    requestId: exchange.ownId,
    deadlineMs: plan.deadlineMs,
    traceparent: exchange.traceparent,
    idempotencyKey,
  });
  const body = bufferOf(answered);
  if (answered.status !== 200) {
    const problem = JSON.parse(body.toString()) as Problem;
    return answerProblem(door, answered.status, problem, request, reply);
  }
  const named: Record<string, string> = {};
  if (ignored.length > 0) named['ignored-fields'] = ignoredHeader(ignored);
  if (answered.headers) {
    if (idempotencyKey !== undefined && answered.headers.get(header.replayed)) {
      named['idempotent-replayed'] = 'true';
    }
    nameNextPage(request.url, answered.headers.get(header.nextCursor), named);
    await awaitEffects(door, plan, exchange, answered.headers.get(header.position), named);
  }
  answer(door, request, reply, { status: plan.status, body, headers: named });
}

const bufferOf = ({ bytes }: RpcReply): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The cursor of the next page, and the same request with it. */
export function nameNextPage(
  url: string,
  cursor: string | undefined,
  named: Record<string, string>,
): void {
  if (!cursor) return;
  const [path = '', query = ''] = url.split('?', 2);
  const next = new URLSearchParams(query);
  next.set('cursor', cursor);
  named['next-cursor'] = cursor;
  named['link'] = `<${path}?${next.toString()}>; rel="next"`;
}

async function awaitEffects(
  { runtime }: Door,
  { service, operation }: ForwardPlan,
  { traceparent }: Exchange,
  position: string | undefined,
  named: Record<string, string>,
): Promise<void> {
  const [companyId, seq] = position?.split(':') ?? [];
  if (!companyId || !seq) return;
  named['consistency-token'] = `${service}:${companyId}:${seq}`;
  if (!operation.settles) return;
  const { rpc } = runtime;
  const at = { producer: service, companyId, seq: Number(seq) };
  const settled = await settle({ rpc, traceparent }, operation.settles, at);
  if (!settled) named['consistency'] = 'pending';
}
