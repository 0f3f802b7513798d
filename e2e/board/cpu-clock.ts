/** CPU time of the main thread of a page, which a busy machine does not make longer. */
import type { Page } from 'playwright-core';

const MS_PER_SECOND = 1_000;

export interface Clock {
  /** Milliseconds of CPU time that tasks of the page have taken so far. */
  read(): Promise<number>;
}

export async function openClock(page: Page): Promise<Clock> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async read() {
      const { metrics } = await session.send('Performance.getMetrics');
      const found = metrics.find(({ name }) => name === 'TaskDuration');
      return (found?.value ?? 0) * MS_PER_SECOND;
    },
  };
}
