/**
 * An error is an answer: what is wrong, the next step, and what to give to an operator. What it says about fields is
 * shown at them; the rest is listed here. The focus goes to the first field, or to the note of a form.
 */
import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { detailsOf, isProblem, type ProblemFields } from '../api/problem.ts';
import { fieldLabel } from '../domain/agents/differences.ts';
import { withoutCode } from '../domain/words/for-people.ts';
import { Button } from './controls.tsx';
import css from './controls.module.css';
import { Text } from './text.tsx';

interface Props {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

export const ProblemNote = ({ error, onRetry }: Props): ReactElement | null =>
  error === null || error === undefined ? null : <Note error={error} onRetry={onRetry} />;

function Note({ error, onRetry }: Props): ReactElement {
  const ref = useRef<HTMLDivElement>(null);
  const [atFields, setAtFields] = useState<readonly string[]>([]);
  useLayoutEffect(() => {
    const form = ref.current?.closest('form, dialog');
    if (!form) return;
    const marked = [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"]')];
    setAtFields(marked.map(wordsBelow));
    focusOn(marked[0] ?? ref.current);
  }, [error]);
  const problem = isProblem(error) ? error.fields : undefined;
  const listed = detailsOf(error).filter(({ message }) => !atFields.includes(message));
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={css.problem}>
      <p>
        <strong>{problem ? titleOf(problem) : 'This page has failed.'}</strong>
      </p>
      {listed.length > 0 && (
        <ul className={css.listed}>
          {listed.map(({ path, message }) => (
            <li key={path.join('.') + message}>
              {path.length > 0 && `${fieldLabel(path.join('.'))}: `}
              <Text of={message} />
            </li>
          ))}
        </ul>
      )}
      <Hint text={problem?.hint} />
      <details>
        <summary>Details</summary>
        <p className="dim mono">
          {problem ? problem.code : error instanceof Error ? error.message : 'unknown fault'}
          {problem?.requestId !== undefined && ` · request ${problem.requestId}`}
        </p>
      </details>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

const titleOf = ({ code, error }: ProblemFields): string =>
  code === 'invalid_input' ? 'Something that was entered cannot be used.' : error;

function Hint({ text }: { readonly text: string | undefined }): ReactElement | null {
  const words = text === undefined ? undefined : withoutCode(text);
  return words === undefined ? null : <p>{words}</p>;
}

const wordsBelow = (field: HTMLElement): string =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

/** Also where it is folded. */
function focusOn(element: HTMLElement | null): void {
  const folded = element?.closest('details');
  if (folded) folded.open = true;
  element?.focus();
}
