/** Name, rules, zone and budget of the company, and its stop. Only what was touched is sent. */
import type { Company } from '@muster/contracts';
import type { ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf } from '../../api/problem.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { useEdit } from '../../cache/edit.ts';
import { useWrite } from '../../cache/write.ts';
import { centsOf, dollars, spentOf, sumOf } from '../../domain/money.ts';
import { Area, Button, Field } from '../../ui/controls.tsx';
import { Check, Choices, Form, Pair, SaveNotes, verbOver } from '../../ui/form.tsx';
import { Section } from '../../ui/ledger.tsx';
import { EraseCompany } from '../../ui/company/erase-company.tsx';
import { StopCompany } from '../../ui/stop-company.tsx';
import { onOrOff, type Theirs } from '../../ui/theirs.tsx';
import { TimeZones } from '../../ui/time-zones.tsx';
import { CompanyReviews } from './company-reviews.tsx';
import css from './settings.module.css';
import { StorageSection } from './storage-section.tsx';

export function CompanySection(): ReactElement {
  const company = useCompany();
  const { isOwner, mayManageBudgets } = useRights(company.id);
  return (
    <>
      <Section title="The company">
        <Rules key={company.id} company={company} mayChange={isOwner} />
      </Section>
      <Section title="Reviews">
        <CompanyReviews key={company.id} company={company} mayChange={isOwner} />
      </Section>
      <Section title="Monthly budget">
        <Budget key={company.id} company={company} mayChange={mayManageBudgets} />
      </Section>
      <StorageSection />
      <Section title="Stop">
        <div className={css.narrow}>
          <p className={css.lead}>
            {company.status === 'active'
              ? 'Agents are working. Stopping ends every run now, and nothing starts until you resume.'
              : `The company is ${company.status}: no agent starts. Wake-ups are kept for later.`}
          </p>
          <StopCompany />
        </div>
      </Section>
      {isOwner && (
        <Section title="Erase">
          <div className={css.narrow}>
            <p className={css.lead}>
              {company.erasesAt
                ? 'The company will be erased. The bar above can undo this.'
                : 'Deletes the company and everything in it after seven days.'}
            </p>
            <EraseCompany />
          </div>
        </Section>
      )}
    </>
  );
}

interface Props {
  readonly company: Company;
  readonly mayChange: boolean;
}

/** The fields of the company that one form changes. */
const useCompanyEdit = <F extends object>(company: Company, fieldsOf: (company: Company) => F) =>
  useEdit(company, {
    fieldsOf: (row = company) => fieldsOf(row),
    read: () => call('getCompany', { companyId: company.id }),
  });

const rulesOf = (company: Company) => ({
  name: company.name,
  description: company.description,
  timeZone: company.timeZone,
  requireBoardApprovalForNewAgents: company.requireBoardApprovalForNewAgents,
  reviewRequired: company.reviewRequired,
  approvalsNeedAnother: company.approvalsNeedAnother === true,
  stopsEndedWork: company.stopsEndedWork !== false,
  reopenDays: String(company.reopenDays ?? 7),
});

type RuleFields = ReturnType<typeof rulesOf>;

function Rules({ company, mayChange }: Props): ReactElement {
  const edit = useCompanyEdit(company, rulesOf);
  const { fields: now, touched, set } = edit;
  const save = useWrite('updateCompany', undefined, edit.over);
  const theirs = theirsOf(edit.theirs);
  const { reopenDays, ...others } = touched;
  const days = daysOf(now.reopenDays);
  const submit = (): void => {
    if (days === undefined) return;
    const change = { ...others, ...(reopenDays === undefined ? {} : { reopenDays: days }) };
    save.mutate(
      { companyId: company.id, ...change },
      { onSuccess: (row) => edit.saved(touched, row) },
    );
  };
  return (
    <div className={css.narrow}>
      <Form onSubmit={submit}>
        <Pair>
          <Field
            label="Name"
            required
            maxLength={200}
            readOnly={!mayChange}
            value={now.name}
            wrong={detailOf(save.error, 'name')}
            onChange={(event) => set({ name: event.target.value })}
          />
          <Field
            label="Issue prefix"
            readOnly
            value={company.issuePrefix}
            hint="It cannot change, since addresses and comments use it."
          />
        </Pair>
        <Area
          label="Purpose"
          rows={3}
          readOnly={!mayChange}
          value={now.description}
          wrong={detailOf(save.error, 'description')}
          onChange={(event) => set({ description: event.target.value })}
        />
        <Field
          label="Time zone"
          list="time-zones"
          readOnly={!mayChange}
          value={now.timeZone}
          hint="Used for budget months and all times."
          wrong={detailOf(save.error, 'timeZone')}
          onChange={(event) => set({ timeZone: event.target.value })}
        />
        <TimeZones />
        <Field
          label={REOPENS}
          inputMode="numeric"
          readOnly={!mayChange}
          value={now.reopenDays}
          hint="The board may reopen any issue. With 0, only the board may."
          wrong={days === undefined ? 'days, from 0 to 365' : detailOf(save.error, 'reopenDays')}
          onChange={(event) => set({ reopenDays: event.target.value })}
        />
        <RuleChecks now={now} mayChange={mayChange} onChange={set} />
        <SaveNotes error={save.error} theirs={theirs} />
        {mayChange && (
          <Button look="main" type="submit" disabled={save.isPending || !edit.isTouched}>
            {verbOver(theirs, 'Save')}
          </Button>
        )}
      </Form>
    </div>
  );
}

const NEEDS_APPROVAL = 'New agents need the board’s approval';
const IS_REVIEWED = 'Agents’ work is reviewed before it is done';
const NEEDS_ANOTHER = 'Requesters cannot approve their own requests';
const STOPS_WORK = 'Runs end when their issue is done, cancelled or reassigned';

const REOPENS = 'Days in which agents may reopen their issues';

const daysOf = (text: string): number | undefined => {
  const days = Number(text);
  return /^\d{1,3}$/.test(text.trim()) && days <= DAYS_MAX ? days : undefined;
};
/** That of the contract. */
const DAYS_MAX = 365;

const theirsOf = (theirs: Partial<RuleFields>): Theirs => [
  ['Name', theirs.name],
  ['Purpose', theirs.description],
  ['Time zone', theirs.timeZone],
  [NEEDS_APPROVAL, onOrOff(theirs.requireBoardApprovalForNewAgents)],
  [IS_REVIEWED, onOrOff(theirs.reviewRequired)],
  [NEEDS_ANOTHER, onOrOff(theirs.approvalsNeedAnother)],
  [STOPS_WORK, onOrOff(theirs.stopsEndedWork)],
  [REOPENS, theirs.reopenDays],
];

function RuleChecks({
  now,
  mayChange,
  onChange,
}: {
  readonly now: RuleFields;
  readonly mayChange: boolean;
  readonly onChange: (change: Partial<RuleFields>) => void;
}): ReactElement {
  return (
    <Choices legend="Rules">
      <Check
        word={NEEDS_APPROVAL}
        on={now.requireBoardApprovalForNewAgents}
        disabled={!mayChange}
        onSwitch={(requireBoardApprovalForNewAgents) =>
          onChange({ requireBoardApprovalForNewAgents })
        }
      />
      <Check
        word={IS_REVIEWED}
        on={now.reviewRequired}
        disabled={!mayChange}
        onSwitch={(reviewRequired) => onChange({ reviewRequired })}
      />
      <Check
        word={NEEDS_ANOTHER}
        on={now.approvalsNeedAnother}
        disabled={!mayChange}
        onSwitch={(approvalsNeedAnother) => onChange({ approvalsNeedAnother })}
      />
      <Check
        word={STOPS_WORK}
        on={now.stopsEndedWork}
        disabled={!mayChange}
        onSwitch={(stopsEndedWork) => onChange({ stopsEndedWork })}
      />
    </Choices>
  );
}

const limitOf = ({ budgetMonthlyCents }: Company) => ({
  limit: sumOf(budgetMonthlyCents),
});

function Budget({ company, mayChange }: Props): ReactElement {
  const { id, budgetMonthlyCents, spentMonthlyCents } = company;
  const edit = useCompanyEdit(company, limitOf);
  const { fields, touched, set } = edit;
  const save = useWrite('updateCompanyBudget', undefined, edit.over);
  const cents = centsOf(fields.limit);
  const theirs: Theirs = [['Limit in US dollars', edit.theirs.limit]];
  const submit = (): void => {
    if (cents === undefined) return;
    save.mutate(
      { companyId: id, budgetMonthlyCents: cents },
      { onSuccess: (row) => edit.saved(touched, row) },
    );
  };
  return (
    <div className={css.narrow}>
      <p className={css.lead}>
        {spentOf(spentMonthlyCents, budgetMonthlyCents)} spent this month.{' '}
        {budgetMonthlyCents > 0 &&
          'At the limit, agents stop until it is raised or the month ends.'}
      </p>
      {mayChange && (
        <Form onSubmit={submit}>
          <Field
            label="Limit in US dollars"
            inputMode="decimal"
            value={fields.limit}
            hint={cents === 0 ? '0 is no limit.' : cents !== undefined && dollars(cents)}
            wrong={cents === undefined ? 'a sum, such as 500 or 12.50' : undefined}
            onChange={(event) => set({ limit: event.target.value })}
          />
          <SaveNotes error={save.error} theirs={theirs} />
          <Button type="submit" disabled={save.isPending || cents === undefined || !edit.isTouched}>
            {verbOver(theirs, 'Set the limit')}
          </Button>
        </Form>
      )}
    </div>
  );
}
