/** A bulk effect that is interrupted: rows for two and a half steps, what causes it, and what is left of it. */
import type { ServiceName } from '@muster/local/stack';
import type { Sql } from '../world/sql.ts';
import type { World } from '../world/use-world.ts';

export interface BulkCase {
  /** The name of the effect in its service. */
  readonly name: string;
  readonly service: ServiceName;
  /** Types of its events, one for each row; none for an effect that emits nothing. */
  readonly events: readonly string[];
  readonly table: string;
  /** The rows of the table that are left to it; `$1` is the company. */
  readonly which: string;
  /** The order in which steps take the rows, or its reverse. */
  readonly order: string;
  /** Makes a company with rows. Returns it with what causes the effect. */
  readonly prepare: (world: World, sql: Sql) => Promise<Prepared>;
}

export interface Prepared {
  readonly companyId: string;
  readonly cause: () => Promise<unknown> | void;
}
