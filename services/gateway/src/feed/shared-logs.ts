/** One open log for each company, shared by all of its readers in this process. */
import { openCompanyLog, type CompanyLog, type CompanyLogOptions } from './company-log.ts';
import { once } from './once.ts';

/** Time that a log stays open without a reader; a reader whose connection broke is back by then. */
const LINGER_MS = 10_000;

export interface OpenLog {
  readonly log: CompanyLog;
  readonly release: () => void;
}

interface Shared {
  readonly log: Promise<CompanyLog>;
  readers: number;
  lingering: NodeJS.Timeout | undefined;
}

export function openSharedLogs(options: Omit<CompanyLogOptions, 'companyId'>) {
  const logs = new Map<string, Shared>();
  const close = (companyId: string, shared: Shared): void => {
    clearTimeout(shared.lingering);
    if (logs.get(companyId) === shared) logs.delete(companyId);
    shared.log.then(
      (log) => log.close(),
      () => undefined,
    );
  };
  const sharedOf = (companyId: string): Shared => {
    const known = logs.get(companyId);
    if (known) return known;
    const log = openCompanyLog({ ...options, companyId });
    const shared: Shared = { log, readers: 0, lingering: undefined };
    logs.set(companyId, shared);
    return shared;
  };
  const open = async (companyId: string): Promise<OpenLog> => {
    const shared = sharedOf(companyId);
    clearTimeout(shared.lingering);
    shared.readers += 1;
    const release = once(() => {
      shared.readers -= 1;
      if (shared.readers > 0) return;
      shared.lingering = setTimeout(() => close(companyId, shared), LINGER_MS);
      shared.lingering.unref();
    });
    const log = await shared.log.catch((error: unknown) => {
      close(companyId, shared);
      throw error;
    });
    if (!log.broken()) return { log, release };
    // A new reader starts with freshly opened logs.
    release();
    if (logs.get(companyId) === shared) logs.delete(companyId);
    return open(companyId);
  };
  return {
    open,
    closeAll(): void {
      for (const [companyId, shared] of logs) close(companyId, shared);
    },
  };
}
