/** The parts of a service that delete: companies that are erased, and rows by their age. */
import type { Contract } from '@muster/contracts';
import type { Background, ServiceDefinition } from '../define-service.ts';
import { startErasingCompanies } from '../erasure/erase-companies.ts';
import { dbOn } from '../postgres/sql.ts';
import { reactionsByProducer } from '../reactions/own-reactions.ts';
import { namedReactions } from '../reactions/reaction.ts';
import type { PeriodicTask } from '../sweep/periodic-task.ts';
import { startDeletingByAge } from './delete-by-age.ts';
import type { OpenRuntime } from './open-runtime.ts';
import type { Part } from './parts.ts';

export function erasureOf<C extends Contract>(
  { erasure, reactions }: ServiceDefinition<C>,
  runtime: OpenRuntime,
): Part {
  let task: PeriodicTask | undefined;
  return {
    name: 'erasure of companies',
    start: () => {
      if (!erasure) return;
      const own = reactionsByProducer(namedReactions(reactions));
      const producers = new Map([...own].map(([producer, { names }]) => [producer, names]));
      task = startErasingCompanies({ runtime, erasure, producers, ...runtime });
    },
    drain: async () => task?.drain(),
  };
}

export function deletionByAge<C extends Contract>(
  { agedRows }: ServiceDefinition<C>,
  { asyncCommitPool, log, metrics, config }: OpenRuntime,
): Part {
  let deletion: Background | undefined;
  return {
    name: 'deletion by age',
    start: () => {
      deletion = startDeletingByAge({
        db: dbOn(asyncCommitPool),
        log,
        metrics,
        config,
        agedRows,
      });
    },
    drain: async () => deletion?.drain(),
  };
}
