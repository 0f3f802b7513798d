/** Answers a question in place: a press where there are few answers, words or a list where not. */
import type { Question, QuestionAnswer } from '@muster/contracts';
import { useState, type ReactElement } from 'react';
import { useWrite } from '../../cache/write.ts';
import { oneLine } from '../../domain/visible.ts';
import { Area, Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import css from './questions.module.css';

type Asked = Pick<Question, 'id' | 'companyId' | 'kind' | 'options'>;
type Answer = (answer: QuestionAnswer) => void;

export function AnswerForm({ question }: { readonly question: Asked }): ReactElement {
  const { id: questionId } = question;
  const send = useWrite('answerQuestion');
  const answer: Answer = (given) => send.mutate({ questionId, answer: given });
  return (
    <div className={css.answer}>
      <Ways question={question} isPending={send.isPending} answer={answer} />
      <ProblemNote error={send.error} />
    </div>
  );
}

interface WaysProps {
  readonly question: Asked;
  readonly isPending: boolean;
  readonly answer: Answer;
}

function Ways({ question, isPending, answer }: WaysProps): ReactElement {
  switch (question.kind) {
    case 'confirm':
      return (
        <div className={css.ways} role="group" aria-label="Answer">
          <Button disabled={isPending} onClick={() => answer(true)}>
            Yes
          </Button>
          <Button disabled={isPending} onClick={() => answer(false)}>
            No
          </Button>
        </div>
      );
    case 'choice':
      return (
        <div className={css.ways} role="group" aria-label="Answer">
          {question.options.map((option) => (
            <Button key={option} disabled={isPending} onClick={() => answer(option)}>
              {oneLine(option)}
            </Button>
          ))}
        </div>
      );
    case 'several':
      return <Several options={question.options} isPending={isPending} answer={answer} />;
    case 'text':
      return <Words isPending={isPending} answer={answer} />;
    default:
      return question.kind satisfies never;
  }
}

function Several({
  options,
  isPending,
  answer,
}: Omit<WaysProps, 'question'> & Pick<Asked, 'options'>): ReactElement {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const turn = (option: string): void =>
    setPicked((before) =>
      before.has(option)
        ? new Set([...before].filter((each) => each !== option))
        : new Set([...before, option]),
    );
  return (
    <fieldset className={css.several} aria-label="Answer">
      {options.map((option) => (
        <label key={option}>
          <input type="checkbox" checked={picked.has(option)} onChange={() => turn(option)} />
          {oneLine(option)}
        </label>
      ))}
      <Button
        disabled={isPending}
        onClick={() => answer(options.filter((option) => picked.has(option)))}
      >
        {picked.size === 0 ? 'Answer: none' : 'Answer'}
      </Button>
    </fieldset>
  );
}

function Words({ isPending, answer }: Omit<WaysProps, 'question'>): ReactElement {
  const [text, setText] = useState('');
  return (
    <form
      className={css.words}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !isPending) answer(text);
      }}
    >
      <Area
        label="Your answer"
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabled={text.trim() === '' || isPending}>
        Answer
      </Button>
    </form>
  );
}
