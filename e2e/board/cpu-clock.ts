/** CPU time of the main thread of a page, which a busy machine does not make longer. */
import type { Page } from 'playwright-core';

const MS_PER_SECOND = 1_000;

/** Five times what the dearest page takes until it shows what it has; nested Markdown once took half a minute. */
const PAGE_CPU_MAX_MS = 5 * 600;

export interface Clock {
  /**
   * Milliseconds of CPU time that tasks of the page have taken since the clock was opened, or since the last
   * document was loaded: a navigation starts the counter anew, so no difference may be taken across one.
   */
  read(): Promise<number>;
  close(): Promise<void>;
}

export async function openClock(page: Page): Promise<Clock> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async read() {
      const { metrics } = await session.send('Performance.getMetrics');
      const found = metrics.find(({ name }) => name === 'TaskDuration');
      if (found === undefined) throw new Error('Chromium does not say how long tasks took');
      return found.value * MS_PER_SECOND;
    },
    close: () => session.detach(),
  };
}

/** The CPU time of a document that `load` loads: a clock of its own counts nothing of the page before. */
export async function cpuTimeOf(page: Page, load: () => Promise<void>): Promise<number> {
  const clock = await openClock(page);
  await load();
  const spentMs = await clock.read();
  await clock.close();
  return spentMs;
}

export const objectionsToCpuTime = (spentMs: number, maxMs = PAGE_CPU_MAX_MS): string[] =>
  spentMs > maxMs ? [`takes ${spentMs.toFixed(0)} ms of CPU time`] : [];
