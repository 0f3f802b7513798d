/** Names and attributes of spans, by OpenTelemetry's semantic conventions. */
import type { Actor, EventRecord } from '@muster/contracts';
import type { Attributes, SpanSpec } from './span.ts';

/** Longest statement text in a span. */
const QUERY_TEXT_MAX = 2_000;

interface Callee {
  readonly service: string;
  readonly operation: string;
}

const rpcAttributes = ({ service, operation }: Callee): Attributes => ({
  'rpc.system.name': 'nats',
  'rpc.method': `${service}/${operation}`,
});

export const callSpan = (callee: Callee): SpanSpec => ({
  name: `${callee.service}/${callee.operation}`,
  kind: 'client',
  attributes: rpcAttributes(callee),
});

export const answerSpan = (callee: Callee): SpanSpec => ({ ...callSpan(callee), kind: 'server' });

/** The caller, its company and its run. */
export const callerAttributes = (
  actor: Actor,
  requestId: string,
  companyId: unknown,
): Attributes => ({
  'muster.request.id': requestId,
  'muster.actor.type': actor.type,
  'muster.agent.id': actor.type === 'agent' ? actor.id : undefined,
  'muster.company.id': companyOf(actor, companyId),
  'muster.run.id': ('runId' in actor && actor.runId) || undefined,
});

const companyOf = (actor: Actor, companyId: unknown): string | undefined => {
  if (actor.type === 'agent') return actor.companyId;
  return typeof companyId === 'string' ? companyId : undefined;
};

type NamedEvent = Omit<EventRecord, 'producer' | 'payload'>;

const eventAttributes = (event: NamedEvent): Attributes => ({
  'messaging.system': 'nats',
  'messaging.destination.name': event.type,
  'messaging.message.id': event.id,
  'muster.company.id': event.companyId,
  'muster.event.seq': event.seq,
  'muster.run.id': event.runId ?? undefined,
});

export const effectSpan = (event: EventRecord): SpanSpec => ({
  name: `process ${event.type}`,
  kind: 'consumer',
  attributes: { ...eventAttributes(event), 'messaging.operation.type': 'process' },
});

const statementSpans = new Map<string, SpanSpec>();

/** A statement's text contains placeholders and no values. Memoized: there are few texts. */
export function statementSpan(text: string): SpanSpec {
  const known = statementSpans.get(text);
  if (known) return known;
  const spec = describeStatement(text);
  statementSpans.set(text, spec);
  return spec;
}

const VERB = /\b(select|insert|update|delete|set|begin|notify|savepoint|rollback)\b/i;
const TABLE = /\b(?:from|into|update)\s+([a-z_][\w.]*)/i;

function describeStatement(text: string): SpanSpec {
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = TABLE.exec(text)?.[1];
  const summary = table ? `${verb} ${table}` : verb;
  return {
    name: summary,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': verb,
      'db.query.summary': summary,
      'db.query.text': text.trim().slice(0, QUERY_TEXT_MAX),
      ...(table ? { 'db.collection.name': table } : {}),
    },
  };
}

/** Includes the wait for the disk; the transaction's last statement is pipelined with it. */
export const commitSpan: SpanSpec = {
  name: 'commit',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'commit' },
};
