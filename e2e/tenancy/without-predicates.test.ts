import { describe } from 'vitest';
import { withoutPredicates } from '../world/tenant-isolation/index.ts';
import { useTenancyFixture } from './fixture.ts';
import { describeTenancy } from './suite.ts';

describe('with row-level security and without predicates', () => {
  describeTenancy('without predicates', useTenancyFixture({ nodeFlags: withoutPredicates }));
});
