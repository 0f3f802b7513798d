/** The major version of Postgres that wrote a cluster: no other one opens it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Throws if these binaries are of another major version, and says what can be done. */
export function requireSameVersion(cluster: string, binaries: string): void {
  const written = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const printed = execFileSync(join(binaries, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
  });
  const brought = /\(PostgreSQL\) (\d+)/.exec(printed)?.[1];
  if (written === brought) return;
  throw new Error(
    `PostgreSQL ${written} wrote the data in ${cluster}, and this release brings ${brought}, which ` +
      'cannot open it. Start the release that wrote it, save its databases with pg_dumpall, and load ' +
      'them into an empty data folder of this one. Nothing was changed.',
  );
}
