import { beforeAll, describe, expect, it } from 'vitest';
import { dropRowSecurity } from '../world/tenant-isolation/index.ts';
import { useTenancyFixture } from './fixture.ts';
import { describeTenancy } from './suite.ts';

const fixture = useTenancyFixture();

describe('with tenant predicates and row-level security', () => {
  describeTenancy('with both walls', fixture);
});

describe('without row-level security', () => {
  let dropped = 0;
  beforeAll(async () => {
    dropped = await dropRowSecurity(fixture().world.stack.databaseUrl);
  });

  it('was enabled before', () => {
    expect(dropped).toBeGreaterThan(0);
  });

  describeTenancy('without row-level security', fixture);
});
