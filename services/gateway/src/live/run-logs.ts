/** What the runs of a company write, as they write it: heard once for all who listen here. */
import { RUN_LOG, RunLogPiece } from '@muster/contracts';
import { listenTo, type Runtime } from '@muster/service-kit';
import type { Filterable } from '../domain/feed-filter.ts';
import { once } from './once.ts';

/** A piece as everybody who listens gets it: written as JSON once. */
export interface HeardPiece extends Filterable {
  readonly text: string;
}

export type HearPiece = (piece: HeardPiece) => void;

export interface RunLogs {
  /** Until the returned function is called. */
  listen(companyId: string, hear: HearPiece): () => void;
  close(): void;
}

interface Heard {
  readonly hears: Set<HearPiece>;
  readonly stop: () => void;
}

export function openRunLogs(runtime: Pick<Runtime, 'nats' | 'subjects'>): RunLogs {
  const companies = new Map<string, Heard>();
  const heardOf = (companyId: string): Heard => {
    const known = companies.get(companyId);
    if (known) return known;
    const hears = new Set<HearPiece>();
    const from = { producer: 'scheduler', companyId, name: RUN_LOG } as const;
    const stop = listenTo(runtime, from, (told) => {
      const piece = pieceOf(told);
      if (piece) for (const hear of hears) hear(piece);
    });
    const heard = { hears, stop };
    companies.set(companyId, heard);
    return heard;
  };
  return {
    listen(companyId, hear) {
      const { hears, stop } = heardOf(companyId);
      hears.add(hear);
      return once(() => {
        hears.delete(hear);
        if (hears.size > 0) return;
        companies.delete(companyId);
        stop();
      });
    },
    close() {
      for (const { stop } of companies.values()) stop();
      companies.clear();
    },
  };
}

/** Nothing where another release tells something else. */
function pieceOf(told: unknown): HeardPiece | undefined {
  const { data } = RunLogPiece.safeParse(told);
  if (!data) return undefined;
  const { runId, agentId } = data;
  return { action: RUN_LOG, entityId: runId, agentId, text: JSON.stringify(data) };
}
