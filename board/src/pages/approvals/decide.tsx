/** The decision on a pending approval, or the reason why the reader does not take it. */
import type { Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import { permissionsOfApprovals } from 'virtual:contracts/approvals';
import type { Output } from '../../api/operations.ts';
import { useCompany, useMe, useRights, type Rights } from '../../cache/company.ts';
import { decidedBy, permissionsToDecide } from '../../domain/approvals.ts';
import css from './approvals.module.css';
import { Verdict } from './verdict.tsx';

type Approval = Output<'getApproval'>;

interface Props {
  readonly approval: Approval;
  readonly onDecided?: (() => void) | undefined;
}

export function Decide({ approval, onDecided }: Props): ReactElement {
  const company = useCompany();
  const me = useMe();
  const { has } = useRights(company.id);
  const other = decidedByAnother(approval, { has, me, company });
  if (other !== undefined) return <p className={css.asked}>{other}</p>;
  return <Verdict approval={approval} onDecided={onDecided} />;
}

/** Why the reader does not decide, if so. */
function decidedByAnother(
  approval: Approval,
  {
    has,
    me,
    company,
  }: Pick<Rights, 'has'> & { readonly me: string | undefined; readonly company: Company },
): string | undefined {
  const needed = permissionsToDecide(approval, permissionsOfApprovals);
  if (!needed.every(has)) return decidedBy(needed);
  if (company.approvalsNeedAnother !== true) return undefined;
  if (approval.requestedByUserId === me) {
    return 'You requested this, so another member decides.';
  }
  if (approval.payloadByUserId !== me) return undefined;
  return 'You changed the request, so another member decides.';
}
