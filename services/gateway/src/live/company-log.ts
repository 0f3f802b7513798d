/**
 * The newest end of a company's logs, read once for everybody in this process who follows it. Who
 * has read that far is told; who is further back, or was too slow for what is kept here, reads the
 * logs themselves. Nothing is lost by a message that does not come: from time to time it looks.
 */
import { Refusal, serviceNames, type ServiceName } from '@muster/contracts';
import type { Runtime, Wakes } from '@muster/service-kit';
import type { Position, Positions } from '../domain/feed-position.ts';
import { readBehind, readHead, type Entry } from './read-log.ts';
import { openTail, type Tail } from './tail.ts';

/** Looking more often than this is what waking is there to avoid. */
const SWEEP_MIN_MS = 1_000;

export interface CompanyLog {
  readonly companyId: string;
  positions(): Positions;
  /** Refuses positions that these logs do not have. */
  verify(positions: Positions): Promise<void>;
  /** What stands behind the position, at least its beginning; nothing at the end. */
  read(service: ServiceName, position: Position): Promise<readonly Entry[]>;
  /** Tells of every move until the returned function is called. */
  onMoved(moved: () => void): () => void;
  /** Why it is no longer read: a log is not the one that it was. */
  broken(): Refusal | undefined;
  close(): void;
}

export interface CompanyLogOptions {
  readonly runtime: Pick<Runtime, 'rpc' | 'log' | 'config'>;
  readonly wakes: Wakes;
  readonly companyId: string;
}

type Tails = Readonly<Record<ServiceName, Tail>>;

export async function openCompanyLog(options: CompanyLogOptions): Promise<CompanyLog> {
  const { runtime, wakes, companyId } = options;
  const listeners = new Set<() => void>();
  let broken: Refusal | undefined;
  const moved = (): void => {
    for (const listener of listeners) listener();
  };
  const tails = await openTails(options, moved, (refusal) => {
    broken = refusal;
    moved();
  });
  const unwatch = wakes.watch(companyId, (service, seq) => tails[service].pull(seq));
  const look = (): void => {
    for (const service of serviceNames) tails[service].pull(Infinity);
  };
  const sweep = setInterval(look, Math.max(SWEEP_MIN_MS, runtime.config.SWEEP_SECONDS * 1_000));
  sweep.unref();
  // Said between the look at the heads and the first wake that could tell of it.
  look();
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
  Object.fromEntries(
    serviceNames.map((service) => [service, make(service)]),
  ) as Record<ServiceName, T>;

async function openTails(
  { runtime: { rpc, log }, companyId }: CompanyLogOptions,
  moved: () => void,
  broke: (refusal: Refusal) => void,
): Promise<Tails> {
  const open = await Promise.all(serviceNames.map(async (service) => {
    const own = { rpc, companyId, service };
    const failed = (error: unknown): void => {
      if (error instanceof Refusal && error.code === 'cursor_too_old') broke(error);
      // The next wake or look goes on from the same position.
      else log.warn({ err: error, service, companyId }, 'a log could not be followed');
    };
    return [service, openTail({ log: own, head: await readHead(own), moved, failed })] as const;
  }));
  return Object.fromEntries(open) as unknown as Tails;
}

async function verify(
  { runtime: { rpc }, companyId }: CompanyLogOptions,
  tails: Tails,
  positions: Positions,
): Promise<void> {
  await Promise.all(serviceNames.map(async (service) => {
    const { seq, mark } = positions[service];
    if (seq === 0) return;
    const known = tails[service].markAt(seq);
    if (known === undefined) await readBehind({ rpc, companyId, service }, { seq, mark }, 1);
    else if (known !== mark) throw new Refusal('cursor_too_old');
  }));
}
