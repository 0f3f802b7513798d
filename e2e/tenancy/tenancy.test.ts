import { beforeAll, describe, expect, test } from 'vitest';
import { dropRowSecurity } from '../harness/walls/index.ts';
import { useStage } from './stage.ts';
import { describeTenancy } from './suite.ts';

const stage = useStage();

describe('with both walls', () => {
  describeTenancy('with both walls', stage);
});

describe('without row-level security', () => {
  let dropped = 0;
  beforeAll(async () => {
    dropped = await dropRowSecurity(stage().world.stack.databaseUrl);
  });

  test('there was some', () => {
    expect(dropped).toBeGreaterThan(0);
  });

  describeTenancy('without row-level security', stage);
});
