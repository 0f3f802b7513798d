/**
 * One trace from the board's comment to the agent that closes the issue because of it: through HTTP,
 * NATS, Postgres, the event, the reaction, the job, the run and the agent's own requests.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itEach, until } from '@muster/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { createCompany } from '../fixtures/builders.ts';
import { kindNames, openCollector, type CollectedSpan } from '../world/trace-collector.ts';
import { hasPrometheus, startPrometheus } from '../world/prometheus.ts';
import { useWorld } from '../world/use-world.ts';
import { playStory } from '../fixtures/main-story.ts';

const collector = await openCollector();
afterAll(() => collector.close());

const HEADER_SECRET = 'a-key-of-the-collector';
const world = useWorld({
  settings: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${HEADER_SECRET}`,
    LOG_LEVEL: 'info',
  },
});

const inTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

/** `service kind name` of the span and of each ancestor up to the root. */
function ancestry(span: CollectedSpan): string[] {
  const known = new Map(inTrace(span.traceId).map((one) => [one.spanId, one]));
  const line: string[] = [];
  for (let at: CollectedSpan | undefined = span; at; at = known.get(at.parentSpanId ?? '')) {
    line.push(`${at.service} ${kindNames[at.kind]} ${at.name}`);
  }
  return line;
}

const newTraceparent = (flags: string) =>
  `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-${flags}`;

const traceIdOf = (traceparent: string) => traceparent.slice(3, 35);

const linesOf = (service: string): Record<string, unknown>[] =>
  readFileSync(join(world().folder, 'data', 'logs', `${service}-1.log`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a trace', () => {
  it('goes from the mention to the request that closes the issue', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const { engineerId } = await playStory(world(), { companyId });
    const last = await until('the trace of the mention', () =>
      collector.spans.findLast(
        (span) =>
          span.name === 'issues/updateIssue' &&
          span.service === 'muster-issues' &&
          ancestry(span).some((step) => step.includes('addComment')),
      ),
    );
    expect(ancestry(last)).toEqual([
      'muster-issues server issues/updateIssue',
      'muster-gateway client issues/updateIssue',
      'muster-gateway server PATCH /api/issues/:issueId',
      'muster-scheduler internal run',
      'muster-scheduler consumer process heartbeat',
      'muster-scheduler consumer process issue.commented',
      'muster-issues server issues/addComment',
      'muster-gateway client issues/addComment',
      'muster-gateway server POST /api/issues/:issueId/comments',
    ]);
    const children = inTrace(last.traceId).filter(
      ({ parentSpanId }) => parentSpanId === last.spanId,
    );
    const names = children.map(({ kind, name }) => `${kindNames[kind]} ${name}`);
    expect(names).toContain('client commit');
    expect(names.filter((name) => name.startsWith('client select issues')).length).toBeGreaterThan(
      0,
    );
    expect(last.attributes).toMatchObject({
      'rpc.system.name': 'nats',
      'rpc.method': 'issues/updateIssue',
      'rpc.response.status_code': 'ok',
      'muster.agent.id': engineerId,
      'muster.company.id': companyId,
    });
  });

  it('has no span whose parent is missing, and no secret', async () => {
    const { stack } = world();
    const traceRoots = await until('complete traces', () => {
      const known = new Set(collector.spans.map(({ spanId }) => spanId));
      const roots = collector.spans.filter(({ parentSpanId }) => !parentSpanId);
      const orphans = collector.spans.filter(
        ({ parentSpanId }) => parentSpanId && !known.has(parentSpanId),
      );
      return orphans.length === 0 && roots.length > 0 ? roots : undefined;
    });
    // Only requests and runs by a timer begin traces.
    const others = traceRoots.filter(
      ({ service, name, kind }) =>
        !(service === 'muster-gateway' && kindNames[kind] === 'server') &&
        name !== 'process heartbeat',
    );
    expect(others.map(({ service, name }) => `${service} ${name}`)).toEqual([]);
    expect(collector.headers()['x-collector-key']).toBe(HEADER_SECRET);
    const secrets = [stack.boardToken, HEADER_SECRET, 'Please close it', 'Grace Hopper'];
    expect(secrets.filter((secret) => collector.text().includes(secret))).toEqual([]);
  });

  it('of a caller is continued, in the error, in the logs and in the recorded spans', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const traceparent = newTraceparent('01');
    const traceId = traceIdOf(traceparent);
    const input = { companyId, title: 'No such parent', parentId: companyId };
    const refused = await board.post(`/api/companies/${companyId}/issues`, input, { traceparent });
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ traceId });
    const server = await until('the span of the request', () =>
      inTrace(traceId).find(({ name }) => name === 'POST /api/companies/:companyId/issues'),
    );
    expect(server).toMatchObject({
      parentSpanId: traceparent.slice(36, 52),
      attributes: { 'http.response.status_code': 404, 'muster.company.id': companyId },
    });
    await until('its line in the log', () =>
      linesOf('gateway').find(({ trace, status }) => trace === traceId && status === 404),
    );
  });

  it('that its caller does not record is not recorded', async () => {
    const { board } = world();
    const [unrecorded, recorded] = [newTraceparent('00'), newTraceparent('01')];
    for (const traceparent of [unrecorded, recorded]) {
      const reply = await board.get('/api/companies', { traceparent });
      expect(reply.status).toBe(200);
      expect(reply.headers.get('x-request-id')).toMatch(/\S/);
    }
    await until('the recorded trace', () =>
      inTrace(traceIdOf(recorded)).find(({ kind }) => kind === 2),
    );
    expect(inTrace(traceIdOf(unrecorded))).toEqual([]);
  });

  it('and the company are in the log line of its request', async () => {
    const { board } = world();
    const { id: companyId } = await createCompany(board);
    const traceparent = newTraceparent('01');
    await board.get(`/api/companies/${companyId}/goals`, { traceparent });
    const line = await until('the line', () =>
      linesOf('gateway').find(({ trace }) => trace === traceIdOf(traceparent)),
    );
    expect(line).toMatchObject({ operation: 'listGoals', company: companyId });
  });

  itEach(['Prometheus'], hasPrometheus)('is found from a latency in %s', async () => {
    const { board, folder, stack } = world();
    const { id: companyId } = await createCompany(board);
    const traceparent = newTraceparent('01');
    // No other test asks for it, so it is the slowest one.
    await board.get(`/api/companies/${companyId}/labels`, { traceparent });
    const opsUrls = stack.opsUrls.map(({ url }) => url);
    const prometheus = await startPrometheus({ opsUrls, folder }, []);
    try {
      for (const metric of ['muster_http_request_duration', 'muster_rpc_duration']) {
        const panel = `rate(${metric}_seconds_bucket{operation="listLabels"}[1m])`;
        const found = await until('the exemplar', async () =>
          (await prometheus.traces(panel)).includes(traceIdOf(traceparent)) ? true : undefined,
        );
        expect(found).toBe(true);
      }
    } finally {
      await prometheus.stop();
    }
  });
});
