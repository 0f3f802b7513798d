/** A limit of a month: the sum, and Enter. What was seen is sent along, so that two do not raise it twice. */
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { useWrite } from '../../cache/write.ts';
import { useCompany } from '../../cache/company.ts';
import { useEdit } from '../../cache/edit.ts';
import { centsOf, dollars } from '../../domain/money.ts';
import { oneLine } from '../../domain/visible.ts';
import { Field } from '../../ui/controls.tsx';
import { FormDialog } from '../../ui/form.tsx';
import css from '../agents/agents.module.css';

export interface LimitOf {
  /** undefined: of the company. */
  readonly agentId: string | undefined;
  readonly name: string;
  readonly version: number | undefined;
}

interface Props {
  readonly of: LimitOf;
  readonly spentCents: number;
  readonly limitCents: number;
  readonly onClose: () => void;
}

export function RaiseLimit({ of, spentCents, limitCents, onClose }: Props): ReactElement {
  const { id: companyId } = useCompany();
  const { agentId, version } = of;
  const { fields, theirs, isTouched, set, over } = useEdit(
    { limitCents, version },
    {
      fieldsOf: (row) => ({ limit: row?.limitCents ? `${row.limitCents / 100}` : '' }),
      read: () => readLimit(companyId, agentId),
    },
  );
  const ofAgent = useWrite('updateAgentBudget', onClose, over);
  const ofCompany = useWrite('updateCompanyBudget', onClose, over);
  const cents = fields.limit.trim() === '' ? 0 : centsOf(fields.limit);
  const submit = (): void => {
    if (cents === undefined) return;
    if (agentId === undefined) ofCompany.mutate({ companyId, budgetMonthlyCents: cents });
    else ofAgent.mutate({ agentId, budgetMonthlyCents: cents });
  };
  return (
    <FormDialog
      title={`Limit of ${oneLine(of.name)}`}
      verb="Save the limit"
      error={ofAgent.error ?? ofCompany.error}
      isPending={ofAgent.isPending || ofCompany.isPending}
      ready={cents !== undefined && isTouched}
      theirs={[['Monthly budget (USD)', theirs.limit]]}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Monthly budget (USD)"
        hint={`${dollars(spentCents)} spent this month. Leave empty for no limit.`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the sum is what is asked
        autoFocus
        inputMode="decimal"
        wrong={cents === undefined ? 'Enter an amount such as 250 or 99.50.' : undefined}
        value={fields.limit}
        onFocus={(event) => event.target.select()}
        onChange={(event) => set({ limit: event.target.value })}
      />
      {cents !== undefined && (
        <p className={cents > 0 && cents <= spentCents ? css.note : undefined}>
          {effectOf(cents, spentCents, limitCents)}
        </p>
      )}
    </FormDialog>
  );
}

async function readLimit(companyId: string, agentId: string | undefined) {
  const { budgetMonthlyCents, version } =
    agentId === undefined
      ? await call('getCompany', { companyId })
      : await call('getAgent', { agentId, companyId });
  return { limitCents: budgetMonthlyCents, version };
}

/** What happens with the sum, before it is saved. */
function effectOf(cents: number, spentCents: number, limitCents: number): string {
  if (cents === 0) return 'No limit.';
  if (cents <= spentCents) return 'Already spent: no run starts until the month ends.';
  const wasSpent = limitCents !== 0 && limitCents <= spentCents;
  const remain = `${dollars(cents - spentCents)} remain this month.`;
  return wasSpent ? `${remain} Runs stopped by the budget start again.` : remain;
}
