/** Rules of routines. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfRoutines = {
  template_refused: {
    status: 422,
    liftedByOthers: true,
    title: 'The issue of the template cannot be made',
    hint: 'correct the template for the reason in details.code',
  },
  variable_refused: {
    status: 422,
    title: 'A variable of the routine is unknown, missing or declared twice',
    hint: 'declare details.variable, give it a value, or leave it out, for the reason in details.reason',
  },
  too_many_routines: {
    status: 422,
    title: 'The company has as many routines as it may',
    hint: 'first archive one: DELETE /api/routines/:routineId',
  },
  too_many_moments: {
    status: 422,
    title: 'The range has more moments than one backfill may make up for',
    hint: 'choose a range with details.momentsMax moments at most, and send the rest as further ones',
  },
} as const satisfies Record<string, RefusalSpec>;
