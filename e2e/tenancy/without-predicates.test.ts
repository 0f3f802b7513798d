import { describe } from 'vitest';
import { withoutPredicates } from '../harness/walls/index.ts';
import { useStage } from './stage.ts';
import { describeTenancy } from './suite.ts';

describe('with row-level security and without predicates', () => {
  describeTenancy('without predicates', useStage({ env: withoutPredicates }));
});
