/** Where a request goes instead, if its input says so. */
import type { Operation, ServiceName } from '@muster/contracts';
import type { BodyCheck } from './body-check.ts';

export interface Diversion {
  readonly when: (input: Readonly<Record<string, unknown>>) => boolean;
  readonly service: ServiceName;
  readonly name: string;
  readonly operation: Operation;
  readonly check: BodyCheck;
}
