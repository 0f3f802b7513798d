/** The two answers to a join request, of those that the reader may give. */
import type { JoinRequest } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { useCompany, useRights } from '../../cache/company.ts';
import { Act } from '../../ui/acts.tsx';
import { DecideJoiner } from './decide-joiner.tsx';

export function JoinerActs({ joiner }: { readonly joiner: JoinRequest }): ReactElement | null {
  const { mayApprove, mayManageAgents } = useRights(useCompany().id);
  const [open, setOpen] = useState<'approve' | 'reject' | undefined>();
  if (!mayApprove) return null;
  return (
    <>
      {mayManageAgents && (
        <Act word="Approve" of={joiner.agentName} onAct={() => setOpen('approve')} />
      )}
      <Act word="Reject" of={joiner.agentName} danger onAct={() => setOpen('reject')} />
      {open !== undefined && (
        <DecideJoiner joiner={joiner} verdict={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
