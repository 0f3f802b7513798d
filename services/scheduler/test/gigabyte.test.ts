/** An agent prints a gigabyte: it takes no more than a bounded part of the runner and the log. */
import { boardActor, lengthOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScheduler, type Opened } from './open-scheduler.ts';

const BYTES = lengthOf({ full: 2 ** 30, short: 2 ** 26 });
/** What is kept of the output, with the pieces at the ends of its head and its tail. */
const LOG_MAX_BYTES = 2 ** 20 + 2 ** 14;
/** On a busy machine. */
const PATIENCE_MS = 300_000;
/** Several times what a runner takes that has nothing to do. */
const MEMORY_MAX = 300 * 2 ** 20;
const PRINTS = `const line = Buffer.alloc(2 ** 16, 'a');
  line[line.length - 1] = 10;
  const { writeSync } = require('fs');
  for (let printed = 0; printed < ${BYTES}; printed += line.length) writeSync(1, line);
  console.log('the end');`;

describe(`output of ${BYTES} bytes`, () => {
  let opened: Opened;
  let companyId: string;
  beforeAll(async () => {
    opened = await openScheduler();
    ({ companyId } = await opened.company());
  });
  afterAll(() => opened.close());

  it(
    'is read to its end, cut in the log, and holds up no other run',
    { timeout: PATIENCE_MS },
    async () => {
      const hostile = await opened.agent(companyId, PRINTS);
      const other = await opened.agent(companyId, `console.log('other')`);
      const { id } = await opened.wake(hostile.agentId);
      await opened.runWhen(id, ({ logBytes }) => logBytes > 0);
      const { id: otherId } = await opened.wake(other.agentId);
      expect(await opened.finished(otherId)).toMatchObject({ errorCode: null, error: null });
      const run = await opened.finished(id, PATIENCE_MS);
      expect(run).toMatchObject({ status: 'succeeded' });
      const stored = await opened.stage.db.run<{ bytes: number }>({
        text: `select sum(octet_length(text))::integer as bytes from run_log where run_id = $1`,
        values: [id],
      });
      expect(stored[0]?.bytes).toBeLessThanOrEqual(LOG_MAX_BYTES);
      const { text } = await opened.stage.as(boardActor()).getRunLog({ runId: id, tail: 1_000 });
      expect(text).toMatch(/\nthe end\n$/);
      expect(run.resultSummary).toBe('the end');
      expect(opened.runner.peakMemory()).toBeLessThan(MEMORY_MAX);
    },
  );
});
