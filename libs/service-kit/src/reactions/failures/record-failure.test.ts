import { agents, billing, type EventRecord } from '@muster/contracts';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { openMetrics } from '../../telemetry/metrics.ts';
import { ATTEMPTS_MAX, reportFailure } from './record-failure.ts';

const fields = {
  producer: 'agents',
  companyId: '01890a5d-ac96-774b-bcce-b302099a8057',
  seq: 17,
  type: 'company.created',
};
const event = {
  ...fields,
  payload: { name: 'canary' },
  traceparent: null,
} as unknown as EventRecord;

/** The lines of the log after so many failures, and the count of dead letters. */
async function reported(failures: number) {
  const lines: unknown[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line));
  const log = pino({ base: null, timestamp: false }, { write });
  const reactions = { listCompanies: { producer: agents } };
  const metrics = openMetrics({ contract: billing, reactions });
  reportFailure({ metrics, log }, event, failures);
  const { values } = await metrics.deadLetters.get();
  return { lines, deadLetters: values.reduce((sum, { value }) => sum + value, 0) };
}

describe('a failure of an event', () => {
  it('is logged and counted as a dead letter if it was the last attempt, without the payload', async () => {
    expect(await reported(ATTEMPTS_MAX)).toEqual({
      lines: [{ level: 50, ...fields, msg: 'event became a dead letter' }],
      deadLetters: 1,
    });
  });

  it.each([0, 1, ATTEMPTS_MAX - 1])('is none if %i have failed', async (failures) => {
    expect(await reported(failures)).toEqual({ lines: [], deadLetters: 0 });
  });
});
