/**
 * Secrets are planted in every field that takes one, agents leak theirs, and then every place is
 * searched where a secret could have been stored. A word that is not secret is planted as well: a place
 * without it was not searched.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agents, scheduler } from '@muster/contracts';
import { recordTrials, until } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestOf } from '../world/http-client.ts';
import { newCanaries } from '../checks/canaries.ts';
import { boundCommand, plantSecrets, type PlantedSecrets } from '../fixtures/canary-story.ts';
import { exampleOf } from '../requests/inputs/example.ts';
import { routes } from '../requests/routes.ts';
import { useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { tapNats, tapRedis, type Tap } from '../world/taps.ts';
import { openRawHttp, type RawHttp } from '../world/raw-http.ts';

const world = useWorld({
  settings: { LOG_LEVEL: 'debug', MUSTER_ALPHA_LOCAL_COMMAND: boundCommand },
});
const sql = useSql(world);
const canaries = newCanaries();
let taps: { readonly nats: Tap; readonly redis: Tap | undefined };
let http: RawHttp;
let planted: PlantedSecrets;
let runIds: readonly string[];
/** Places that were searched, and secrets that were found in them. */
let searches = 0;
let leaks = 0;

beforeAll(async () => {
  const { stack } = world();
  const { natsUrl, redisUrl } = stack;
  taps = { nats: await tapNats(natsUrl), redis: redisUrl ? await tapRedis(redisUrl) : undefined };
  http = openRawHttp(stack.baseUrl);
  planted = await plantSecrets(world(), canaries);
});
afterAll(() => {
  taps.nats.close();
  taps.redis?.close();
  http.close();
  recordTrials({
    promise: 'P15',
    by: 'e2e/stories/canary',
    trials: searches,
    faults: canaries.names.length,
    violations: leaks,
    how: `${canaries.names.length} secrets, leaked by the agents that were given them`,
  });
});

function expectNone(found: readonly string[], searched: number): void {
  searches += searched;
  leaks += found.length;
  expect(found).toEqual([]);
}

/** Processes of this machine whose file in /proc has a canary. */
const processesWith = (file: 'cmdline' | 'environ'): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => canaries.foundIn(readProcess(pid, file)).length > 0);

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // The process has ended, or belongs to another user.
    return '';
  }
}

describe('a secret', () => {
  it('reaches its agent, by the environment and standard input only', async () => {
    const { leaking, prompted } = planted;
    const leaked = await planted.start(leaking);
    expect(processesWith('environ')).toEqual([leaked.pid]);
    expectNone(processesWith('cmdline').map(String), 1);
    const asked = await planted.start(prompted);
    expectNone(processesWith('cmdline').map(String), 1);
    expect(canaries.foundIn(JSON.stringify(leaked.environment)).toSorted()).toEqual(
      [
        'rotated secret',
        'agent env',
        'agent line 1',
        'agent line 2',
        'token of the run of Leaking',
        'nonce of the run of Leaking',
      ].toSorted(),
    );
    expect(canaries.foundIn(asked.prompt).toSorted()).toEqual(['agent prompt', 'rotated secret']);
    runIds = [await leaked.finish(), await asked.finish()];
    for (const runId of runIds) {
      const run = await world().board.call(scheduler, 'getRun', { runId });
      expect(run.resultSummary).toContain('***');
    }
  });

  it('is in no answer to any caller', async () => {
    const { everything, tokens, agentIds, approvalIds } = planted;
    const ids = [
      everything.ids,
      ...agentIds.map((agent) => ({ ...everything.ids, agent })),
      ...approvalIds.map((approval) => ({ ...everything.ids, approval })),
      ...runIds.map((run) => ({ ...everything.ids, run })),
    ];
    const reads = routes.filter(({ method }) => method === 'GET');
    const paths = new Set(
      reads.flatMap((route) =>
        ids.map((each) => requestOf(route.operation, exampleOf(route, each)).path),
      ),
    );
    const found: string[] = [];
    let seen = 0;
    for (const [who, token] of Object.entries(tokens)) {
      const headers = {
        // As an event stream the feed would never end; as JSON it has the same entries.
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      for (const path of paths) {
        const answer = await http.send({ method: 'GET', path, headers });
        const text = JSON.stringify([answer.headers, answer.text]);
        if (text.includes(everything.word)) seen += 1;
        found.push(...canaries.foundIn(text).map((secret) => `${secret} by ${who} in ${path}`));
      }
    }
    expectNone(found, paths.size * Object.keys(tokens).length);
    expect(seen).toBeGreaterThan(100);
  });

  it('is in no row of any table: no event, revision, stored answer or log of a run', async () => {
    const tables = await sql.rows(`
        select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
        from information_schema.tables
        where table_type = 'BASE TABLE'
          and table_schema not in ('pg_catalog', 'information_schema')`);
    const found: string[] = [];
    const seen: string[] = [];
    for (const { name } of tables) {
      const rows = await sql.rows(`select t::text as row from ${String(name)} t`);
      const text = rows.map(({ row }) => row).join('\n');
      if (text.includes(planted.everything.word)) seen.push(String(name));
      found.push(...canaries.foundIn(text).map((secret) => `${secret} in ${String(name)}`));
    }
    expectNone(found, tables.length);
    expect(seen).toEqual(
      expect.arrayContaining([
        'agents.agents',
        'agents.config_revisions',
        'agents.events',
        'agents.requests',
        'approvals.approvals',
        'issues.issues',
        'scheduler.run_log',
      ]),
    );
  });

  it('is in no log of any service or server', async () => {
    const { board, folder } = world();
    const requestId = `seen-${planted.everything.word}`;
    await board.get('/api/agents/none', { 'x-request-id': requestId });
    const logs = () =>
      globSync('data/**/*.log', { cwd: folder }).map((file) => ({
        file,
        text: readFileSync(join(folder, file), 'latin1'),
      }));
    await until(
      'the refused request in a log',
      () => logs().some(({ text }) => text.includes(requestId)) || undefined,
    );
    const found = logs().flatMap(({ file, text }) =>
      canaries.foundIn(text).map((secret) => `${secret} in ${file}`),
    );
    expectNone(found, logs().length);
    expect(logs().length).toBeGreaterThan(6);
  });

  it('is in no event on NATS, no header and no job', () => {
    const nats = taps.nats.recorded();
    expect(nats).toContain(planted.everything.word);
    expect(nats).toContain('rpc.v1.agents.createSecret');
    expectNone(canaries.foundIn(nats), 1);
    const redis = taps.redis?.recorded() ?? runIds.join();
    for (const runId of runIds) expect(redis).toContain(runId);
    expectNone(canaries.foundIn(redis), 1);
  });

  it('is named where it is used, by its reference', async () => {
    const { board } = world();
    const {
      everything: { companyId },
      leaking,
      prompted,
    } = planted;
    const secrets = await board.call(agents, 'listSecrets', { companyId, limit: 500 });
    const named = secrets.find(({ name }) => name === 'named');
    expect(named?.usedByAgentIds).toEqual(expect.arrayContaining([leaking, prompted]));
    expect(canaries.names.length).toBeGreaterThan(40);
  });
});
