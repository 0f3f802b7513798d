/** What a system with many agents uses while nothing happens. */
import { setTimeout as delay } from 'node:timers/promises';
import { becomesQuiet, cpuOf, minus, total } from '@muster/local/machine';
import type { Stack } from '@muster/local/stack';
import { openConnection } from '@muster/test-kit/http-connection';
import type { ScaleSeed } from './seed.ts';
import { creator } from '../seed.ts';

const REST_MS = 60_000;
/** Checkpoints, autovacuum and collectors come after the work. */
const SETTLE_MS = 60_000;
/** They wake once a day: the sweep has their timers to look through, and none is due. */
const ONCE_A_DAY = { heartbeat: { enabled: true, intervalSec: 86_400 } };

/** A sentence for the page. */
export async function restWithAgents(
  stack: Stack,
  { companyId, boardToken }: ScaleSeed,
  count: number,
): Promise<string> {
  const connection = await openConnection(stack.baseUrl);
  const board = creator(connection, boardToken);
  for (let number = 0; number < count; number += 1) {
    await board(`/companies/${companyId}/agents`, {
      name: `Sleeper ${number}`,
      role: 'engineer',
      runtimeConfig: ONCE_A_DAY,
    });
  }
  connection.close();
  const read = () => cpuOf(stack.pids);
  await becomesQuiet(read);
  await delay(SETTLE_MS);
  const before = read();
  const startedAt = performance.now();
  await delay(REST_MS);
  const used = minus(read(), before);
  const ms = performance.now() - startedAt;
  const percent = (cpuMs: number): string => `${((cpuMs / ms) * 100).toFixed(2)} %`;
  const byProcess = [...used].filter(([, cpuMs]) => cpuMs > 0).toSorted(([, a], [, b]) => b - a);
  return (
    `At rest, with ${count} more agents that each have a timer, over ${REST_MS / 1_000} s: ` +
    `${percent(total(used))} of a core (${byProcess
      .map(([name, cpuMs]) => `${name} ${percent(cpuMs)}`)
      .join(', ')}).`
  );
}
