import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { receiptQuery } from '../../cache/issue-runs.ts';
import { useCompany } from '../../cache/company.ts';
import { isLive } from '../../domain/marks.ts';
import { runLine } from '../../domain/runs/run-line.ts';
import { useNow } from '../../ui/now.ts';
import { TimeBar } from '../../ui/bars/time-bar.tsx';

/** How long the run waited and worked, and what it did meanwhile. */
export function RunLine({ run }: { readonly run: Output<'getRun'> }): ReactElement {
  const { id, timeZone } = useCompany();
  const now = useNow(isLive(run.status) ? 1_000 : 60_000);
  const receipt = useQuery(receiptQuery(id, run.id)).data;
  const stretches = runLine(run, receipt, new Date(now).toISOString());
  return <TimeBar label="Waiting and work" stretches={stretches} zone={timeZone} />;
}
