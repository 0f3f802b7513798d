/** What the issues service sends to Postgres for one checkout, statement by statement. */
import { randomBytes } from 'node:crypto';
import { issues, neighbours } from '@muster/contracts';
import { issuesService } from '@muster/issues';
import {
  callOperation, openLog, readConfig, setUpConfig, setUpEvents, setUpSchema, startService,
} from '@muster/service-kit';
import type { Stack } from '@muster/tools/stack';
import pg from 'pg';
import type { Issue, Lane } from './seed.ts';

/** The schema of the service that is recorded. */
export const SCHEMA = 'bench_raw';
const SECRET_BYTES = 32;

export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

export async function recordCheckout(
  { databaseUrl, natsUrl }: Stack,
  { worker, companyId, pool }: Lane,
  fill: () => Promise<void>,
): Promise<Sent[]> {
  const env = {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    NATS_NAMESPACE: SCHEMA,
    DB_SCHEMA: SCHEMA,
    MUSTER_SECRET: randomBytes(SECRET_BYTES).toString('hex'),
    LOG_LEVEL: 'silent',
  };
  const config = readConfig(setUpConfig, env);
  const log = openLog(issues.name, env.LOG_LEVEL);
  await setUpSchema(config, {
    name: issues.name, schema: SCHEMA, role: 'muster_issues', migrations: issuesService.migrations,
  }, log);
  await setUpEvents(config, [[issues.name, neighbours.issues.hears]], log);
  const service = await startService(issuesService, env);
  const [issue] = pool as [Issue];
  const recording = record();
  try {
    await fill();
    recording.begin();
    await callOperation(
      service.runtime.rpc, issues.name, 'checkoutIssue', issues.operations.checkoutIssue,
      { issueId: issue.id, agentId: worker.id, expectedStatuses: ['todo'] },
      { actor: { type: 'agent', id: worker.id, name: worker.name, companyId } },
    );
  } finally {
    recording.end();
    await service.stop();
  }
  return transactionAbout(issue, recording.sent);
}

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
    // The walls' setting travels with it; the raw statements are sent by one who has none.
    const from = all.findIndex(({ text }) => /^begin(;|$)/.test(text));
    const to = all.findIndex(({ text }) => text === 'commit');
    const inside = all.slice(from + 1, to);
    if (from >= 0 && inside.some(({ values }) => values.includes(id))) {
      return inside.map(({ text, values }) => ({ text, values }));
    }
  }
  throw new Error('the checkout sent no transaction');
}
