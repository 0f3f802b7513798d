import { describeTenancy } from './suite.ts';
import { useStage } from './stage.ts';

describeTenancy(useStage());
