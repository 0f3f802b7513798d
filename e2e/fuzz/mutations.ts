/** Mutations of a request that its schema accepts. */
import fc, { type Arbitrary } from 'fast-check';
import { bodyMutations } from './body-mutations.ts';
import { headerMutations } from './header-mutations.ts';
import { requestLineMutations } from './request-line-mutations.ts';
import type { Mutation } from './request-parts.ts';

export const mutations: Arbitrary<Mutation> = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(...bodyMutations) },
  { weight: 3, arbitrary: fc.oneof(...headerMutations) },
  { weight: 3, arbitrary: fc.oneof(...requestLineMutations) },
);
