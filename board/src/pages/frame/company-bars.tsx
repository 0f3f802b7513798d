import type { Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import { ErasedBars } from './erased-bar.tsx';
import { StoppedBars } from './stopped-bar.tsx';

/** Of companies that are stopped, or wait for their erasure. */
export const CompanyBars = (props: {
  readonly companies: readonly Company[];
  readonly current: Company | undefined;
}): ReactElement => (
  <>
    <StoppedBars {...props} />
    <ErasedBars {...props} />
  </>
);
