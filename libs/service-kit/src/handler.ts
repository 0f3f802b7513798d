/**
 * The type of an operation's handler, derived from its contract. `Handlers` is a mapped type, so that
 * a missing or an extra handler does not compile.
 */
import type {
  Contract,
  Input,
  Operation,
  OperationName,
  RefusalCode,
  Scope,
} from '@muster/contracts';
import type { z } from 'zod';
import type { Context } from './context.ts';
import type { Page } from './postgres/paging.ts';
import type { Db } from './postgres/sql.ts';

type Answer<O extends Operation> = O extends { paged: true }
  ? Page<z.input<O['output']> extends readonly (infer Item)[] ? Item : never>
  : z.input<O['output']>;

export type Handler<C extends Contract, N extends OperationName<C>, Parts = unknown> = (
  input: Input<C, N>,
  context: Context<C, Parts>,
) => Promise<Answer<C['operations'][N]>>;

export type Handlers<C extends Contract, Parts = unknown> = {
  readonly [N in OperationName<C>]: Handler<C, N, Parts>;
};

/** A handler of any operation, as the server calls it. */
export type AnyHandler = (input: never, context: Context<Contract>) => Promise<unknown>;

/** Finds the company of a thing by its path parameter, inside the caller's scope. */
export type Locate = (db: Db, scope: Scope, ref: string) => Promise<string | undefined>;

/** Things of another service that a service has copies of. */
interface CopiedThing {
  readonly owner: Contract;
  /** A read of the owner with the same path parameter; its answer has the `companyId` of the thing. */
  readonly findBy?: string;
}

/** By the code that refuses its absence. */
export type CopiedThings = Readonly<Partial<Record<RefusalCode, CopiedThing>>>;
