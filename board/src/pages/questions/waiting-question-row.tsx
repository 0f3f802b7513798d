import type { Company, WaitingQuestion } from '@muster/contracts';
import type { ReactElement } from 'react';
import { useRights } from '../../cache/company.ts';
import { oneLine } from '../../domain/visible.ts';
import { Ago } from '../../ui/ago.tsx';
import { Row } from '../../ui/ledger.tsx';
import { Text } from '../../ui/text.tsx';
import { When } from '../../ui/when.tsx';
import { AnswerForm } from './answer-form.tsx';
import css from './questions.module.css';

interface Props {
  readonly question: WaitingQuestion;
  readonly company: Company;
}

/** A question in the inbox, with its thread behind it and its answers below. */
export function WaitingQuestionRow({ question, company }: Props): ReactElement {
  const { mayWrite } = useRights(company.id);
  const { identifier, issueTitle, text, askedByName, deadline, createdAt } = question;
  return (
    <>
      <Row
        to="/$prefix/issues/$ref"
        params={{ prefix: company.issuePrefix, ref: identifier }}
        margin={identifier}
        side={
          <>
            {deadline !== null && <When time={deadline} zone={company.timeZone} />}
            <Ago time={createdAt} zone={company.timeZone} />
          </>
        }
      >
        <Text of={text} />
        <span className="dim">
          {' '}
          <Text of={`${askedByName}, about ${oneLine(issueTitle)}`} />
        </span>
      </Row>
      {mayWrite && (
        <li className={css.waiting}>
          <AnswerForm question={question} />
        </li>
      )}
    </>
  );
}
