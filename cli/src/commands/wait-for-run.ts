/** `muster run wait`: waits for the end of a run. */
import type { Client, Output } from '@muster/client';
import { looksAt } from '../calls/looks.ts';
import { Ended } from '../exit-code.ts';
import { openConnection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { showAnswer } from '../terminal/answer.ts';

const LIVE: ReadonlySet<string> = new Set(['queued', 'running']);

export const isLive = ({ status }: Pick<Output<'getRun'>, 'status'>): boolean => LIVE.has(status);

export async function run({ args: [runId = ''], globals }: Given): Promise<void> {
  const { muster } = openConnection(globals);
  const ended = await endOf(muster, runId);
  const sentence = 'The run is {status}. {error}{resultSummary}';
  showAnswer(ended, { sentence }, globals, new Map());
  if (ended.status === 'succeeded') return;
  throw new Ended('bad', `The run is ${ended.status}`, `\`muster logs ${runId}\` has its output`);
}

async function endOf(muster: Client, runId: string): Promise<Output<'getRun'>> {
  let current = await muster.getRun({ runId });
  const over = new AbortController();
  const { companyId } = current;
  const events = muster.followCompany({ companyId, entityId: runId }, over);
  try {
    for await (const _ of looksAt(events, over.signal)) {
      if (!isLive(current)) break;
      current = await muster.getRun({ runId });
      if (!isLive(current)) break;
    }
    return current;
  } finally {
    over.abort();
  }
}
