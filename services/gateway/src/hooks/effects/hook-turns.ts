/**
 * Who is next: companies take turns, each with a few of its deliveries, and those of different companies are
 * made side by side. A company has one turn at a time, which ends after seconds or with the first effect that
 * could not be made; then it is left out for a while, and nobody else is.
 */
import { openCompanyPauses, type Db } from '@muster/service-kit';
import {
  claimDue,
  giveBackDeliveries,
  listWaitingCompanies,
  type DueDelivery,
} from '../store/due-deliveries.ts';

/** Companies whose effects are made at a time: an effect is one request that waits for another service. */
const TURNS_MAX = 20;
/** Of a company in a turn. */
const OF_COMPANY = 5;
/** A turn begins no further effect after this time, so that slow companies do not hold all turns. */
const TURN_MS = 2_000;
/** Above a turn and the deadline of its last request; after a crash another process claims it again. */
const CLAIM_SECONDS = 60;
/** Companies that are looked at in a page. */
const COMPANIES_PER_PAGE = 100;

export interface HookTurnsOptions {
  readonly db: Db;
  readonly signal: AbortSignal;
  /** Returns whether the effect was made, or never can be. */
  readonly attempt: (delivery: DueDelivery) => Promise<boolean>;
  readonly failed: (error: unknown, companyId: string) => void;
  readonly turnEnded: () => void;
}

export interface HookTurns {
  /** Gives a turn to each company that waits, as far as turns are free, without waiting for their ends. */
  begin(): Promise<void>;
  /** Resolves when no effect is being made. */
  finished(): Promise<void>;
}

export function openHookTurns(options: HookTurnsOptions): HookTurns {
  const { db, signal, failed, turnEnded } = options;
  const turns = new Map<string, Promise<void>>();
  const pauses = openCompanyPauses();
  let after: string | undefined;

  const beginTurn = (companyId: string, own: readonly DueDelivery[]): void => {
    const turn = takeTurn(options, companyId, own)
      .then(
        (isMade) => void (isMade ? pauses.succeeded(companyId) : pauses.failed(companyId)),
        (error: unknown) => {
          pauses.failed(companyId);
          failed(error, companyId);
        },
      )
      .finally(() => {
        turns.delete(companyId);
        turnEnded();
      });
    turns.set(companyId, turn);
  };
  const claim = async (companyIds: readonly string[]): Promise<void> => {
    const due = await claimDue(db, companyIds, { ofEach: OF_COMPANY, seconds: CLAIM_SECONDS });
    for (const [companyId, own] of Map.groupBy(due, (delivery) => delivery.companyId)) {
      beginTurn(companyId, own);
    }
  };
  const isNext = (companyId: string): boolean =>
    !turns.has(companyId) && !pauses.isPaused(companyId);

  return {
    async begin() {
      // From where the last turns were given to the end, and from the first company again.
      let rounds = after === undefined ? 1 : 2;
      while (rounds > 0 && !signal.aborted && turns.size < TURNS_MAX) {
        // oxlint-disable-next-line no-await-in-loop -- a page after the other, until all turns are given
        const page = await listWaitingCompanies(db, after, COMPANIES_PER_PAGE);
        const ready = page.filter(({ companyId, isDue }) => isDue && isNext(companyId)).map(idOf);
        const next = ready.slice(0, TURNS_MAX - turns.size);
        if (next.length < ready.length) after = next.at(-1);
        else after = page.length < COMPANIES_PER_PAGE ? undefined : page.map(idOf).at(-1);
        if (after === undefined) rounds -= 1;
        // oxlint-disable-next-line no-await-in-loop -- as above
        if (next.length > 0) await claim(next);
      }
    },
    finished: async () => void (await Promise.all(turns.values())),
  };
}

const idOf = ({ companyId }: { readonly companyId: string }): string => companyId;

/** Returns whether all effects that were tried were made. What was not tried is due again at once. */
async function takeTurn(
  { db, signal, attempt }: HookTurnsOptions,
  companyId: string,
  own: readonly DueDelivery[],
): Promise<boolean> {
  const endsAtMs = performance.now() + TURN_MS;
  let tried = 0;
  let isMade = true;
  while (isMade && tried < own.length && !signal.aborted && performance.now() < endsAtMs) {
    const delivery = own[tried] as DueDelivery;
    tried += 1;
    // oxlint-disable-next-line no-await-in-loop -- the effects of a company keep their order
    isMade = await attempt(delivery);
  }
  const left = own.slice(tried).map(({ id }) => id);
  if (left.length > 0) await giveBackDeliveries(db, companyId, left);
  return isMade;
}
