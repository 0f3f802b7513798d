/** Operations of the API as types: the contracts are imported for their types only. */
import type {
  agents,
  approvals,
  billing,
  composed,
  gateway,
  issues,
  scheduler,
} from '@muster/contracts';
import type { z } from 'zod';

type Operations = (typeof agents)['operations'] &
  (typeof approvals)['operations'] &
  (typeof billing)['operations'] &
  (typeof gateway)['operations'] &
  (typeof issues)['operations'] &
  (typeof scheduler)['operations'] &
  typeof composed;

export type OperationName = keyof Operations;
export type Input<N extends OperationName> = z.input<Operations[N]['input']>;
export type Output<N extends OperationName> = z.output<Operations[N]['output']>;
