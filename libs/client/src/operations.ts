/**
 * Operations as types, inferred from the contracts, which are imported for their types only. The package
 * that is published has the same names in plain TypeScript, rendered by `pack.ts`.
 */
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

type OfServices = (typeof agents)['operations'] &
  (typeof approvals)['operations'] &
  (typeof billing)['operations'] &
  (typeof gateway)['operations'] &
  (typeof issues)['operations'] &
  (typeof scheduler)['operations'];
/** Where the gateway answers with more under the name of a service's operation, that is the one of the interface. */
type Contracts = Omit<OfServices, keyof typeof composed> & typeof composed;

/** Those of the interface: others are only between services. */
type Name = {
  [N in keyof Contracts]: Contracts[N] extends { readonly http: string } ? N : never;
}[keyof Contracts];
type NamesWith<Mark> = { [N in Name]: Contracts[N] extends Mark ? N : never }[Name];

/** Path, query, headers and body as one flat object; fields with a default may be left out. */
export type Inputs = { [N in Name]: z.input<Contracts[N]['input']> };
export type Outputs = { [N in Name]: z.output<Contracts[N]['output']> };
/** Codes of its refusals, besides those that every operation may have. */
export type Codes = { [N in Name]: Contracts[N]['refusals'][number] };
export type PagedName = NamesWith<{ readonly paged: true }>;
export type LiveName = NamesWith<{ readonly live: true }>;
