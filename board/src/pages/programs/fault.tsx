/** A request that cannot be answered. Nobody is led on unasked: the way back is a click. */
import type { ReactElement } from 'react';
import { isProblem } from '../../api/problem.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { Text } from '../../ui/text.tsx';

interface Details {
  readonly message?: unknown;
  readonly redirectTo?: unknown;
}

export function Fault({ error }: { readonly error: unknown }): ReactElement {
  const details: Details = isProblem(error, 'authorization_request_invalid')
    ? Object(error.fields.details)
    : {};
  const { message, redirectTo } = details;
  return (
    <>
      <ProblemNote error={error} />
      {typeof message === 'string' && (
        <p>
          <Text of={message} />
        </p>
      )}
      {typeof redirectTo === 'string' && (
        <Button onClick={() => location.assign(redirectTo)}>Back to the program</Button>
      )}
    </>
  );
}
