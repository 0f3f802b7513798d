/** An error is an answer: what is wrong, the next step, and what to give to an operator. */
import type { ReactElement } from 'react';
import { isProblem } from '../api/problem.ts';
import { Button } from './controls.tsx';
import css from './controls.module.css';

interface Props {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

export function ProblemNote({ error, onRetry }: Props): ReactElement | null {
  if (error === null || error === undefined) return null;
  const problem = isProblem(error) ? error.fields : undefined;
  return (
    <div role="alert" className={css.problem}>
      <p>
        <strong>{problem?.error ?? 'This page has met a fault of its own.'}</strong>
      </p>
      {problem?.hint !== undefined && <p>{problem.hint}</p>}
      <p className="dim mono">
        {problem ? problem.code : error instanceof Error ? error.message : 'unknown fault'}
        {problem?.requestId !== undefined && ` · request ${problem.requestId}`}
      </p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
