/**
 * A restore drill: a snapshot of Postgres, taken under load, is started with an empty NATS and Redis.
 * Besides the database an operator needs only the secrets.
 */
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@muster/local-servers';
import { removeDataFolder, startStack } from '@muster/local/stack';
import { lengthOf, recordTrials } from '@muster/test-kit';
import { expect, it } from 'vitest';
import { faultsOfMarks } from '../checkers/marks.ts';
import { openClient } from '../world/http-client.ts';
import { addIssue } from '../fixtures/builders.ts';
import { clusterDirIn, restoreSnapshot, takeSnapshot } from '../world/postgres-snapshot.ts';
import { differingCopies, misplacedCursors, deadLetters } from '../checks/effects-in-tables.ts';
import { faultsInNumbering, readActivity } from '../world/read-lists.ts';
import { openSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import { work } from './clients.ts';
import { openChaosFixture } from './fixture.ts';
import { newHistory, type Creation } from './history.ts';
import { waitUntilSettled, markedThings } from './judge-run.ts';

const CLIENTS = lengthOf({ full: 32, short: 12 });
const REQUESTS = CLIENTS * 10;
const SNAPSHOT_AT = 0.5;
const TIMEOUT_MS = 240_000;
/** Files an operator restores as well: without them stored secrets cannot be decrypted. */
const RESTORED_FILES = ['master-key', 'board-token', 'servers/postgres/password'];

const world = useWorld();

it(
  'a snapshot taken under load starts consistently, with an empty NATS and Redis',
  async () => {
    const { stack, folder } = world();
    const clients = await openChaosFixture(world(), CLIENTS);
    const companies = [...new Set(clients.map(({ company }) => company.companyId))];
    const history = newHistory();
    const home = mkdtempSync(join(tmpdir(), 'muster-restored-'));
    const snapshotDir = join(home, 'snapshot');
    const dataDir = join(home, 'data');
    const cluster = clusterDirIn(join(folder, 'data'));
    let acknowledged: readonly Creation[] = [];
    await work(world(), clients, history, {
      seed: 19,
      requests: REQUESTS,
      onDone: (share) => {
        if (share < SNAPSHOT_AT || acknowledged.length > 0) return;
        acknowledged = history.creations.filter(({ id }) => id);
        takeSnapshot(stack.servers.postgres.pid ?? 0, cluster, snapshotDir);
      },
    });
    for (const name of RESTORED_FILES) {
      mkdirSync(dirname(join(dataDir, name)), { recursive: true });
      copyFileSync(join(folder, 'data', name), join(dataDir, name));
    }
    restoreSnapshot(snapshotDir, dataDir, lstatSync(cluster));
    const restored = await startStack({ dataDir, port: await freePort(), durable: false });
    const sql = openSql(restored.databaseUrl);
    try {
      await waitUntilSettled(sql);
      const board = openClient(restored.baseUrls).as(restored.boardToken);
      const logs = await Promise.all(companies.map((companyId) => readActivity(board, companyId)));
      // What was written after the snapshot may be lost; what exists must exist once.
      const before = new Set(acknowledged);
      const creations = history.creations.map((each) =>
        before.has(each) ? each : { ...each, id: undefined },
      );
      const faults = [
        ...(await misplacedCursors(sql)),
        ...(await differingCopies(sql)),
        ...(await deadLetters(sql)),
        ...logs.flatMap((log) => Object.keys(faultsInNumbering(log))),
        ...faultsOfMarks('thing', creations, await markedThings(sql, companies)),
      ];
      recordTrials({
        promise: 'P19',
        by: 'e2e/chaos/restore',
        trials: 1,
        faults: 1,
        violations: faults.length,
        how: `${acknowledged.length} acknowledged things before a snapshot under ${CLIENTS} clients`,
      });
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(faults).toEqual([]);
      await expect(addIssue(board, companies[0] ?? '')).resolves.toMatchObject({ status: 'todo' });
    } finally {
      await sql.end();
      await restored.stop();
      await removeDataFolder(dataDir);
      rmSync(home, { recursive: true, force: true });
    }
  },
  TIMEOUT_MS,
);
