/**
 * Secrets are typed in wherever they can be, agents tell theirs to everybody, and then every place
 * is searched where one could have been left. Beside them a word is planted that is no secret: a
 * place where it is not found was not searched.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agents, scheduler } from '@muster/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOf } from '../harness/api.ts';
import { hatchCanaries } from '../harness/canaries.ts';
import { boundCommand, plant } from '../harness/canary-story.ts';
import type { Planted } from '../harness/canary-story.ts';
import { exampleOf } from '../harness/inputs/example.ts';
import { note } from '../harness/proof.ts';
import { routes } from '../harness/routes.ts';
import { useSql } from '../harness/sql.ts';
import { useWorld } from '../harness/stack.ts';
import { tapNats, tapRedis } from '../harness/taps.ts';
import type { Tap } from '../harness/taps.ts';
import { until } from '../harness/until.ts';
import { openWire } from '../harness/wire.ts';
import type { Wire } from '../harness/wire.ts';

const world = useWorld({
  env: { LOG_LEVEL: 'debug', MUSTER_ALPHA_LOCAL_COMMAND: boundCommand },
});
const sql = useSql(world);
const canaries = hatchCanaries();
let taps: { readonly nats: Tap; readonly redis: Tap | undefined };
let wire: Wire;
let planted: Planted;
let runIds: readonly string[];
/** Answers, tables, logs and lines that were searched, and secrets that were found in them. */
let places = 0;
let leaks = 0;

beforeAll(async () => {
  const { stack } = world();
  const { natsUrl, redisUrl } = stack;
  taps = { nats: await tapNats(natsUrl), redis: redisUrl ? await tapRedis(redisUrl) : undefined };
  wire = openWire(stack.baseUrl);
  planted = await plant(world(), canaries);
});
afterAll(() => {
  taps.nats.close();
  taps.redis?.close();
  wire.close();
  note({
    promise: 'P15', by: 'e2e/stories/canary', trials: places, faults: canaries.places.length,
    violations: leaks, how: `${canaries.places.length} secrets, told by those who were given them`,
  });
});

function expectNone(found: readonly string[], searched: number): void {
  places += searched;
  leaks += found.length;
  expect(found).toEqual([]);
}

/** Processes of this machine whose file in /proc has a canary. */
const processesWith = (file: 'cmdline' | 'environ'): number[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)
    .filter((pid) => canaries.foundIn(readProcess(pid, file)).length > 0);

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // It has ended since, or is somebody else's.
    return '';
  }
}

describe('a secret', () => {
  test('reaches the agent that it is for, by its environment and its input only', async () => {
    const { teller, prompted } = planted;
    const told = await planted.start(teller);
    expect(processesWith('environ')).toEqual([told.pid]);
    expectNone(processesWith('cmdline').map(String), 1);
    const asked = await planted.start(prompted);
    expectNone(processesWith('cmdline').map(String), 1);
    expect(canaries.foundIn(JSON.stringify(told.given)).toSorted()).toEqual([
      'rotated secret', 'told env', 'told line 1', 'told line 2', 'token of the run of Teller',
    ].toSorted());
    expect(canaries.foundIn(asked.prompt).toSorted()).toEqual(['rotated secret', 'told prompt']);
    runIds = [await told.letGo(), await asked.letGo()];
    for (const runId of runIds) {
      const run = await world().board.call(scheduler, 'getRun', { runId });
      expect(run.resultSummary).toContain('***');
    }
  });

  test('is in no answer that anybody reads', async () => {
    const { estate, tokens, agentIds, approvalIds } = planted;
    const ids = [
      estate.ids,
      ...agentIds.map((agent) => ({ ...estate.ids, agent })),
      ...approvalIds.map((approval) => ({ ...estate.ids, approval })),
      ...runIds.map((run) => ({ ...estate.ids, run })),
    ];
    const reads = routes.filter(({ method }) => method === 'GET');
    const paths = new Set(reads.flatMap((route) =>
      ids.map((each) => requestOf(route.operation, exampleOf(route, each)).path)));
    const found: string[] = [];
    let seen = 0;
    for (const [who, token] of Object.entries(tokens)) {
      const headers = {
        // The feed would go on for ever, and tells the same as the list that it is asked for here.
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      for (const path of paths) {
        const answer = await wire.send({ method: 'GET', path, headers });
        const text = JSON.stringify([answer.headers, answer.text]);
        if (text.includes(estate.word)) seen += 1;
        found.push(...canaries.foundIn(text).map((place) => `${place} by ${who} in ${path}`));
      }
    }
    expectNone(found, paths.size * Object.keys(tokens).length);
    expect(seen).toBeGreaterThan(100);
  });

  test('is in no row of any table, and so in no event, revision, answer kept or log of a run',
    async () => {
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
        if (text.includes(planted.estate.word)) seen.push(String(name));
        found.push(...canaries.foundIn(text).map((place) => `${place} in ${String(name)}`));
      }
      expectNone(found, tables.length);
      expect(seen).toEqual(expect.arrayContaining([
        'agents.agents', 'agents.config_revisions', 'agents.events', 'agents.requests',
        'approvals.approvals', 'issues.issues', 'scheduler.run_log',
      ]));
    });

  test('is in no log of a service or a server', async () => {
    const { board, folder } = world();
    const requestId = `seen-${planted.estate.word}`;
    await board.get('/api/agents/none', { 'x-request-id': requestId });
    const logs = () => globSync('data/**/*.log', { cwd: folder })
      .map((file) => ({ file, text: readFileSync(join(folder, file), 'latin1') }));
    await until('what was refused in a log', () =>
      logs().some(({ text }) => text.includes(requestId)) || undefined);
    const found = logs().flatMap(({ file, text }) =>
      canaries.foundIn(text).map((place) => `${place} in ${file}`));
    expectNone(found, logs().length);
    expect(logs().length).toBeGreaterThan(6);
  });

  test('is in no event on NATS, no header, and no job', () => {
    const nats = taps.nats.heard();
    expect(nats).toContain(planted.estate.word);
    expect(nats).toContain('rpc.v1.agents.createSecret');
    expectNone(canaries.foundIn(nats), 1);
    const redis = taps.redis?.heard() ?? runIds.join();
    for (const runId of runIds) expect(redis).toContain(runId);
    expectNone(canaries.foundIn(redis), 1);
  });

  test('is named where it is used, by its reference', async () => {
    const { board } = world();
    const { estate: { companyId }, teller, prompted } = planted;
    const secrets = await board.call(agents, 'listSecrets', { companyId, limit: 500 });
    const named = secrets.find(({ name }) => name === 'named');
    expect(named?.usedByAgentIds).toEqual(expect.arrayContaining([teller, prompted]));
    expect(canaries.places.length).toBeGreaterThan(40);
  });
});
