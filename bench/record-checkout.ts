/** What the issues service sends to Postgres for one checkout, statement by statement. */
import { randomBytes } from 'node:crypto';
import { gateway, issues, serviceTopology } from '@muster/contracts';
import { issuesService } from '@muster/issues';
import {
  actorSigner,
  callOperation,
  makeServiceKeys,
  openLogger,
  openRpc,
  readConfig,
  baseSetupConfig,
  setUpEvents,
  setUpSchema,
  startService,
  type ActorSigner,
} from '@muster/service-kit';
import type { Stack } from '@muster/local/stack';
import pg from 'pg';
import { workerOf, type Issue, type LoadClient } from './seed.ts';

/** The schema of the service that is recorded. */
export const SCHEMA = 'bench_raw';
const SECRET_BYTES = 32;

export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

export async function recordCheckout(
  { databaseUrl, natsUrl }: Stack,
  client: LoadClient,
  fill: () => Promise<void>,
): Promise<Sent[]> {
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const env = {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    NATS_NAMESPACE: SCHEMA,
    DB_SCHEMA: SCHEMA,
    MUSTER_SERVICE_KEYS: makeServiceKeys(secret, issues.name),
    LOG_LEVEL: 'silent',
  };
  const config = readConfig(baseSetupConfig, env);
  const log = openLogger(issues.name, env.LOG_LEVEL);
  await setUpSchema(
    config,
    {
      name: issues.name,
      schema: SCHEMA,
      role: 'muster_issues',
      migrations: issuesService.migrations,
    },
    log,
  );
  await setUpEvents(config, [[issues.name, serviceTopology.issues.reactsTo]], log);
  const service = await startService(issuesService, env);
  const [issue] = client.pool as [Issue];
  const { id, name } = workerOf(client);
  const recording = record();
  try {
    await fill();
    const { nats, subjects } = service.runtime;
    recording.begin();
    await callOperation(
      openRpc(nats, subjects, gatewaySigner(secret)),
      issues.name,
      'checkoutIssue',
      issues.operations.checkoutIssue,
      { issueId: issue.id, agentId: id, expectedStatuses: ['todo'] },
      { actor: { type: 'agent', id, name, companyId: client.companyId } },
    );
  } finally {
    recording.end();
    await service.stop();
  }
  return transactionAbout(issue, recording.sent);
}

const gatewaySigner = (secret: string): ActorSigner =>
  actorSigner(gateway, { MUSTER_SERVICE_KEYS: makeServiceKeys(secret, gateway.name) });

/** Everything that any connection of this process sends, in order and by connection. */
function record() {
  const sent = new Map<unknown, Sent[]>();
  const client = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = client;
  return {
    sent,
    begin: () => {
      client.query = function recorded(...args) {
        const all = sent.get(this) ?? [];
        const [first] = args as [string | Sent];
        all.push(typeof first === 'string' ? { text: first, values: [] } : first);
        sent.set(this, all);
        return query.apply(this, args);
      };
    },
    end: () => {
      client.query = query;
    },
  };
}

function transactionAbout({ id }: Issue, sent: ReadonlyMap<unknown, Sent[]>): Sent[] {
  for (const all of sent.values()) {
    // `begin` carries the tenant scope for row-level security, which the raw statements bypass.
    const from = all.findIndex(({ text }) => /^begin(;|$)/.test(text));
    const to = all.findIndex(({ text }) => text === 'commit');
    const inside = all.slice(from + 1, to);
    if (from >= 0 && inside.some(({ values }) => values.includes(id))) {
      return inside.map(({ text, values }) => ({ text, values }));
    }
  }
  throw new Error('the checkout sent no transaction');
}
