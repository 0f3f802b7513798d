/**
 * The newest entries of a company's logs, read once for all readers in this process. A reader at
 * the head is notified; a reader further back reads the services' logs itself. A lost notification
 * loses nothing, because the heads are also read periodically.
 */
import { Refusal, serviceNames, type ServiceName } from '@muster/contracts';
import type { Runtime, LogNotifications } from '@muster/service-kit';
import type { Position, Positions } from './domain/feed-position.ts';
import { readAfter, readHead, type LogEntry } from './read-log.ts';
import { openTail, type Tail } from './tail.ts';

/** Shortest period: notifications exist to avoid frequent reads. */
const SWEEP_MIN_MS = 1_000;

export interface CompanyLog {
  readonly companyId: string;
  positions(): Positions;
  /** Refuses positions that are not in these logs. */
  verify(positions: Positions): Promise<void>;
  /** The next entries after the position; empty at the head. */
  read(service: ServiceName, position: Position): Promise<readonly LogEntry[]>;
  /** Notifies of every growth until the returned function is called. */
  onMoved(moved: () => void): () => void;
  /** The refusal, once a log was replaced or truncated; it is not read any further. */
  broken(): Refusal | undefined;
  close(): void;
}

export interface CompanyLogOptions {
  readonly runtime: Pick<Runtime, 'rpc' | 'log' | 'config'>;
  readonly notifications: LogNotifications;
  readonly companyId: string;
}

type Tails = Readonly<Record<ServiceName, Tail>>;

export async function openCompanyLog(options: CompanyLogOptions): Promise<CompanyLog> {
  const { runtime, notifications, companyId } = options;
  const listeners = new Set<() => void>();
  let broken: Refusal | undefined;
  const moved = (): void => {
    for (const listener of listeners) listener();
  };
  const tails = await openTails(options, moved, (refusal) => {
    broken = refusal;
    moved();
  });
  const unwatch = notifications.watch(companyId, (service, seq) => tails[service].pull(seq));
  const pullAll = (): void => {
    for (const service of serviceNames) tails[service].pull(Infinity);
  };
  const sweep = setInterval(pullAll, Math.max(SWEEP_MIN_MS, runtime.config.SWEEP_SECONDS * 1_000));
  sweep.unref();
  // Finds events emitted between the read of the heads and the subscription.
  pullAll();
  return {
    companyId,
    positions: () => ofEach((service) => tails[service].head()),
    verify: (positions) => verify(options, tails, positions),
    read: (service, position) => tails[service].read(position),
    onMoved(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    broken: () => broken,
    close() {
      clearInterval(sweep);
      unwatch();
    },
  };
}

const ofEach = <T>(make: (service: ServiceName) => T): Record<ServiceName, T> =>
  Object.fromEntries(serviceNames.map((service) => [service, make(service)])) as Record<
    ServiceName,
    T
  >;

async function openTails(
  { runtime: { rpc, log }, companyId }: CompanyLogOptions,
  moved: () => void,
  onBroken: (refusal: Refusal) => void,
): Promise<Tails> {
  const open = await Promise.all(
    serviceNames.map(async (service) => {
      const address = { rpc, companyId, service };
      const failed = (error: unknown): void => {
        if (error instanceof Refusal && error.code === 'cursor_too_old') onBroken(error);
        // The next notification or periodic read continues at the same position.
        else log.warn({ err: error, service, companyId }, 'reading a log failed');
      };
      return [
        service,
        openTail({ log: address, head: await readHead(address), moved, failed }),
      ] as const;
    }),
  );
  return Object.fromEntries(open) as unknown as Tails;
}

async function verify(
  { runtime: { rpc }, companyId }: CompanyLogOptions,
  tails: Tails,
  positions: Positions,
): Promise<void> {
  await Promise.all(
    serviceNames.map(async (service) => {
      const { seq, mark } = positions[service];
      if (seq === 0) return;
      const known = tails[service].markAt(seq);
      if (known === undefined) await readAfter({ rpc, companyId, service }, { seq, mark }, 1);
      else if (known !== mark) throw new Refusal('cursor_too_old');
    }),
  );
}
