/**
 * The drill of a restore: a snapshot of Postgres under load, put into an empty place, where NATS
 * and Redis begin with nothing. What an operator brings besides are the secrets.
 */
import { chmodSync, copyFileSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@muster/tools/servers';
import { removeDataFolder, startStack } from '@muster/tools/stack';
import { expect, test } from 'vitest';
import { faultsOfMarks } from '../checkers/marks.ts';
import { openApi } from '../harness/api.ts';
import { addIssue } from '../harness/builders.ts';
import { clusterIn, restore, snapshot } from '../harness/cluster.ts';
import { copiesOff, cursorsOff, deadLetters } from '../harness/effects-in-tables.ts';
import { lengthOf } from '../harness/length.ts';
import { faultsOf, readActivity } from '../harness/log.ts';
import { note } from '../harness/proof.ts';
import { openSql } from '../harness/sql.ts';
import { useWorld } from '../harness/stack.ts';
import { work } from './clients.ts';
import { openGround } from './ground.ts';
import { newHistory } from './history.ts';
import type { Made } from './history.ts';
import { comeToRest, madeIn } from './verdict.ts';

const CLIENTS = lengthOf({ full: 32, short: 12 });
const REQUESTS = CLIENTS * 10;
const SNAPSHOT_AT = 0.5;
const TIMEOUT_MS = 240_000;
/** Beside the database: without them its secrets cannot be read and its keys not be told. */
const BROUGHT = ['secret', 'master-key', 'board-token', 'servers/postgres/password'];

const world = useWorld();

test('a snapshot under load comes up as a consistent whole, without NATS and Redis', async () => {
  const { stack, folder } = world();
  const clients = await openGround(world(), CLIENTS);
  const companies = [...new Set(clients.map(({ shop }) => shop.companyId))];
  const history = newHistory();
  const place = mkdtempSync(join(tmpdir(), 'muster-restored-'));
  // Postgres runs as another user than root, who has to pass through.
  chmodSync(place, 0o711);
  const taken = join(place, 'snapshot');
  const dataDir = join(place, 'data');
  const cluster = clusterIn(join(folder, 'data'));
  let acknowledged: readonly Made[] = [];
  await work(world(), clients, history, {
    seed: 19, requests: REQUESTS,
    onDone: (share) => {
      if (share < SNAPSHOT_AT || acknowledged.length > 0) return;
      acknowledged = history.made.filter(({ id }) => id);
      snapshot(stack.servers.postgres.pid ?? 0, cluster, taken);
    },
  });
  for (const name of BROUGHT) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true, mode: 0o711 });
    copyFileSync(join(folder, 'data', name), join(dataDir, name));
  }
  restore(taken, dataDir, lstatSync(cluster));
  const restored = await startStack({ dataDir, port: await freePort(), durable: false });
  const sql = openSql(restored.databaseUrl);
  try {
    await comeToRest(sql);
    const board = openApi(restored.baseUrls).as(restored.boardToken);
    const logs = await Promise.all(companies.map((companyId) => readActivity(board, companyId)));
    // What came after the snapshot may be lost; what is there is there once.
    const before = new Set(acknowledged);
    const made = history.made.map((each) => (before.has(each) ? each : { ...each, id: undefined }));
    const faults = [
      ...await cursorsOff(sql), ...await copiesOff(sql), ...await deadLetters(sql),
      ...logs.flatMap((log) => Object.keys(faultsOf(log))),
      ...faultsOfMarks('thing', made, await madeIn(sql, companies)),
    ];
    note({
      promise: 'P19', by: 'e2e/chaos/restore', trials: 1, faults: 1, violations: faults.length,
      how: `${acknowledged.length} acknowledged things before a snapshot under ${CLIENTS} clients`,
    });
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await expect(addIssue(board, companies[0] ?? '')).resolves.toMatchObject({ status: 'todo' });
  } finally {
    await sql.end();
    await restored.stop();
    await removeDataFolder(dataDir);
    rmSync(place, { recursive: true, force: true });
  }
}, TIMEOUT_MS);
