/** What a service declares of the things of others that it has copies of. */
import type { Contract, RefusalCode } from '@muster/contracts';

export interface CopiedThing {
  readonly owner: Contract;
  /** A read of the owner with the same path parameter; its answer has the `companyId` of the thing. */
  readonly findBy?: string;
}

/** By the code that refuses its absence. */
export type CopiedThings = Readonly<Partial<Record<RefusalCode, CopiedThing>>>;
