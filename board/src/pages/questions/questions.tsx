/** What is asked about an issue, and what was answered. */
import type { Question } from '@muster/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Output } from '../../api/operations.ts';
import { useCompany, useNames, useRights } from '../../cache/company.ts';
import { questionsQuery } from '../../cache/queries.ts';
import { useWrite } from '../../cache/write.ts';
import { answerWords, outcomeOf } from '../../domain/issues/questions.ts';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';
import { When } from '../../ui/when.tsx';
import { Redact, Tombstone } from '../redaction/redact.tsx';
import { AnswerForm } from './answer-form.tsx';
import { AskQuestion } from './ask-question.tsx';
import css from './questions.module.css';

interface Props {
  readonly issue: Output<'getIssue'>;
  readonly mayWrite: boolean;
}

export function Questions({ issue, mayWrite }: Props): ReactElement | null {
  const { id: companyId } = useCompany();
  const questions = useQuery(questionsQuery(companyId, issue.id));
  const [asks, setAsks] = useState(false);
  const asked = questions.data ?? [];
  if (asked.length === 0 && !mayWrite) return null;
  return (
    <section aria-label="Questions" className={css.list}>
      {asked.length > 0 && <h2>Questions</h2>}
      <ProblemNote error={questions.error} onRetry={() => void questions.refetch()} />
      {asked.toReversed().map((question) => (
        <OneQuestion key={question.id} question={question} mayWrite={mayWrite} />
      ))}
      {mayWrite && <Button onClick={() => setAsks(true)}>Ask a question</Button>}
      {asks && <AskQuestion issue={issue} onClose={() => setAsks(false)} />}
    </section>
  );
}

function OneQuestion({
  question,
  mayWrite,
}: {
  readonly question: Question;
  readonly mayWrite: boolean;
}): ReactElement {
  const { id, timeZone } = useCompany();
  const names = useNames(id);
  const { isOwner } = useRights(id);
  const { text, deadline, answer, toAgentId, toUserId, state } = question;
  const to = names.of(toAgentId, toUserId) ?? 'the board';
  const isMine = toAgentId === null && (toUserId === null || toUserId === names.me);
  return (
    <article className={css.one} aria-label="Question">
      <header>
        <strong>
          <Text
            of={names.of(question.askedByAgentId, question.askedByUserId) ?? question.askedByName}
          />
        </strong>
        <span className="dim">
          asks <Text of={to} />
        </span>
        <Ago time={question.createdAt} zone={timeZone} />
        {state === 'open' && deadline !== null && (
          <span className="dim">
            expires <When time={deadline} zone={timeZone} />
          </span>
        )}
      </header>
      {question.redacted ? (
        <Tombstone what="The question was" redacted={question.redacted} />
      ) : (
        <p>
          <Text of={text} />
        </p>
      )}
      {answer !== null && (
        <p>
          <strong>
            <Text of={answerWords(answer)} />
          </strong>
        </p>
      )}
      <p className="dim">
        <Text of={outcomeOf(question) ?? defaultWords(question)} />
      </p>
      {state === 'open' && mayWrite && (isMine || isOwner) && <AnswerForm question={question} />}
      {state === 'open' && mayWrite && <Withdraw question={question} />}
      {mayWrite && !question.redacted && (
        <Redact
          what="the question"
          gone="Removes its text, options and answer, and withdraws an open question."
          by="redactQuestion"
          of={{ questionId: question.id }}
        />
      )}
    </article>
  );
}

const defaultWords = (question: Question): string =>
  question.default === null
    ? 'Waits for an answer'
    : `Waits for an answer; the default is: ${answerWords(question.default)}`;

function Withdraw({ question }: { readonly question: Question }): ReactElement {
  const withdraw = useWrite('withdrawQuestion');
  return (
    <>
      <Button
        look="quiet"
        disabled={withdraw.isPending}
        onClick={() => withdraw.mutate({ questionId: question.id })}
      >
        Withdraw
      </Button>
      <ProblemNote error={withdraw.error} />
    </>
  );
}
