/** Opens the logs that a stream or a poll reads, each where its cursor says or at its head. */
import { Refusal } from '@muster/contracts';
import type { CompanyLog } from './company-log.ts';
import type { Positions } from './domain/feed-position.ts';
import type { CursorForm } from './feed-cursor.ts';
import type { FollowedLog } from './follow.ts';
import type { Feed } from './open-feed.ts';
import type { OpenLog } from './shared-logs.ts';

export interface Reader {
  readonly logs: readonly FollowedLog[];
  /** Releases the logs and the stream's slot. */
  readonly release: () => void;
}

interface ReaderOptions {
  readonly companyIds: readonly string[];
  readonly form: CursorForm;
  readonly cursor: string | undefined;
}

/** Refuses a cursor whose events are no longer stored. */
export async function openReader(
  feed: Feed,
  { companyIds, form, cursor }: ReaderOptions,
  releaseSlot: () => void,
): Promise<Reader> {
  const positions = cursor === undefined ? undefined : form.decode(cursor);
  const opened = await openAll(feed, companyIds);
  const releaseLogs = (): void => {
    for (const { release } of opened) release();
  };
  try {
    const begun = await Promise.all(
      opened.map(({ log }) => beginIn(log, positions?.get(log.companyId))),
    );
    requireAllStored(begun, form);
    return {
      logs: begun,
      release() {
        releaseLogs();
        releaseSlot();
      },
    };
  } catch (error) {
    releaseLogs();
    throw error;
  }
}

/** All of them, or none if one cannot be opened. */
async function openAll(feed: Feed, companyIds: readonly string[]): Promise<readonly OpenLog[]> {
  const tried = await Promise.allSettled(companyIds.map((companyId) => feed.open(companyId)));
  const opened = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = tried.find((each) => each.status === 'rejected');
  if (!failed) return opened;
  for (const { release } of opened) release();
  throw failed.reason;
}

interface Begun extends FollowedLog {
  /** The events after the position are no longer stored: it is followed from the head. */
  readonly isTooOld: boolean;
}

/** Without a position at the head. */
async function beginIn(log: CompanyLog, position: Positions | undefined): Promise<Begun> {
  if (!position) return { log, from: log.positions(), isTooOld: false };
  try {
    await log.verify(position);
    return { log, from: position, isTooOld: false };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'cursor_too_old') throw error;
    return { log, from: log.positions(), isTooOld: true };
  }
}

/** The cursor in the refusal goes on where it can, and elsewhere at the head. */
function requireAllStored(begun: readonly Begun[], form: CursorForm): void {
  const tooOld = begun.filter(({ isTooOld }) => isTooOld);
  if (tooOld.length === 0) return;
  const cursor = form.encode(new Map(begun.map(({ log, from }) => [log.companyId, from])));
  const companyIds = tooOld.map(({ log }) => log.companyId);
  throw new Refusal('cursor_too_old', { cursor, ...(begun.length > 1 ? { companyIds } : {}) });
}
