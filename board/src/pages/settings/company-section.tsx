/** Name, rules, zone and budget of the company, and its stop. Only what was touched is sent. */
import type { Company } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { detailOf, isProblem } from '../../api/problem.ts';
import type { Input } from '../../api/operations.ts';
import { useCompany, useRights } from '../../cache/company.ts';
import { useWrite, type Seen } from '../../cache/write.ts';
import { changedFields } from '../../domain/changed.ts';
import { centsOf, dollars, spentOf } from '../../domain/money.ts';
import { Area, Button, Field } from '../../ui/controls.tsx';
import { Check, Choices, Form, Pair } from '../../ui/form.tsx';
import { Section } from '../../ui/ledger.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { StopCompany } from '../../ui/stop-company.tsx';
import css from './settings.module.css';

type Change = Omit<Input<'updateCompany'>, 'companyId' | 'ifVersion'>;

export function CompanySection(): ReactElement {
  const company = useCompany();
  const { isOwner, mayManageBudgets } = useRights(company.id);
  return (
    <>
      <Section title="The company">
        <Rules key={company.id} company={company} mayChange={isOwner} />
      </Section>
      <Section title="Budget of a month">
        <Budget key={company.budgetMonthlyCents} company={company} mayChange={mayManageBudgets} />
      </Section>
      <Section title="Stop">
        <div className={css.narrow}>
          <p className={css.lead}>
            {company.status === 'active'
              ? 'Agents work. A stop ends every run now, and starts none until the company goes on.'
              : `The company is ${company.status}: no agent starts. What wakes them meanwhile is kept.`}
          </p>
          <StopCompany />
        </div>
      </Section>
    </>
  );
}

interface Props {
  readonly company: Company;
  readonly mayChange: boolean;
}

const seenCompany = (company: Company): Seen => ({
  seen: company,
  read: () => call('getCompany', { companyId: company.id }),
});

/** What the reader has touched of the rules: it stays, however often others change the company meanwhile. */
function useRules(company: Company) {
  const [touched, setTouched] = useState<Change>({});
  // The version that was seen is that of the first touch.
  const [seen, setSeen] = useState(company);
  const isTouched = Object.keys(touched).length > 0;
  const over = seenCompany(isTouched ? seen : company);
  const save = useWrite('updateCompany', [['companies']], undefined, over);
  return {
    save,
    isTouched,
    now: { ...company, ...touched },
    set: (change: Change): void => {
      if (!isTouched) setSeen(company);
      setTouched({ ...touched, ...change });
    },
    submit: (): void =>
      save.mutate(
        { companyId: company.id, ...touched },
        {
          // What is typed meanwhile is still to be saved.
          onSuccess: (saved) => {
            setSeen(saved);
            setTouched((latest) => changedFields(touched, latest));
          },
        },
      ),
    /** Saves over what others have changed. */
    goOn: (): void => {
      setSeen(company);
      save.reset();
    },
  };
}

function Rules({ company, mayChange }: Props): ReactElement {
  const { save, isTouched, now, set, submit, goOn } = useRules(company);
  const problem = isProblem(save.error) ? save.error : undefined;
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
            wrong={detailOf(problem, 'name')}
            onChange={(event) => set({ name: event.target.value })}
          />
          <Field
            label="Prefix of issues"
            readOnly
            value={company.issuePrefix}
            hint="It is in addresses and comments, so it stays."
          />
        </Pair>
        <Area
          label="What it is for"
          rows={3}
          readOnly={!mayChange}
          value={now.description}
          wrong={detailOf(problem, 'description')}
          onChange={(event) => set({ description: event.target.value })}
        />
        <Field
          label="Time zone"
          list="time-zones"
          readOnly={!mayChange}
          value={now.timeZone}
          hint="In it, months of budgets begin and times are shown."
          wrong={detailOf(problem, 'timeZone')}
          onChange={(event) => set({ timeZone: event.target.value })}
        />
        <TimeZones />
        <RuleChecks now={now} mayChange={mayChange} onChange={set} />
        <ProblemNote
          error={save.error}
          onRetry={problem?.fields.status === 412 ? goOn : undefined}
        />
        {mayChange && (
          <Button look="main" type="submit" disabled={save.isPending || !isTouched}>
            Save
          </Button>
        )}
      </Form>
    </div>
  );
}

const TimeZones = (): ReactElement => (
  <datalist id="time-zones" aria-label="Time zones">
    {Intl.supportedValuesOf('timeZone').map((zone) => (
      <option key={zone} value={zone}>
        {zone}
      </option>
    ))}
  </datalist>
);

function RuleChecks({
  now,
  mayChange,
  onChange,
}: {
  readonly now: Change;
  readonly mayChange: boolean;
  readonly onChange: (change: Change) => void;
}): ReactElement {
  return (
    <Choices legend="Rules">
      <Check
        word="A new agent waits for the board’s approval"
        on={now.requireBoardApprovalForNewAgents === true}
        disabled={!mayChange}
        onSwitch={(requireBoardApprovalForNewAgents) =>
          onChange({ requireBoardApprovalForNewAgents })
        }
      />
      <Check
        word="Work of agents is reviewed before it is done"
        on={now.reviewRequired === true}
        disabled={!mayChange}
        onSwitch={(reviewRequired) => onChange({ reviewRequired })}
      />
      <Check
        word="An approval is decided by another person than the one who asked"
        on={now.approvalsNeedAnother === true}
        disabled={!mayChange}
        onSwitch={(approvalsNeedAnother) => onChange({ approvalsNeedAnother })}
      />
    </Choices>
  );
}

function Budget({ company, mayChange }: Props): ReactElement {
  const { id, budgetMonthlyCents, spentMonthlyCents } = company;
  const [text, setText] = useState((budgetMonthlyCents / 100).toFixed(2));
  const save = useWrite(
    'updateCompanyBudget',
    [['companies'], ['costs', id], ['dashboard', id]],
    undefined,
    seenCompany(company),
  );
  const cents = centsOf(text);
  return (
    <div className={css.narrow}>
      <p className={css.lead}>
        {spentOf(spentMonthlyCents, budgetMonthlyCents)} spent this month.{' '}
        {budgetMonthlyCents > 0 &&
          'At the limit, agents stop until it is raised or the month ends.'}
      </p>
      {mayChange && (
        <Form
          onSubmit={() =>
            cents !== undefined && save.mutate({ companyId: id, budgetMonthlyCents: cents })
          }
        >
          <Field
            label="Limit in US dollars"
            inputMode="decimal"
            value={text}
            hint={cents === 0 ? '0 is no limit.' : cents !== undefined && dollars(cents)}
            wrong={cents === undefined ? 'a sum, such as 500 or 12.50' : undefined}
            onChange={(event) => setText(event.target.value)}
          />
          <ProblemNote error={save.error} />
          <Button
            type="submit"
            disabled={save.isPending || cents === undefined || cents === budgetMonthlyCents}
          >
            Set the limit
          </Button>
        </Form>
      )}
    </div>
  );
}
