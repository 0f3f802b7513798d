/** A write of a form: sent once however often the button is pressed, and what it changes is read again. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api/call.ts';
import type { Input, OperationName, Output } from '../api/operations.ts';
import { isProblem } from '../api/problem.ts';
import { collides } from '../domain/changed.ts';

interface Sent {
  readonly text: string;
  readonly key: string;
}

/** What is sent, or how it comes to be known first. */
export type Given<I> = I | (() => Promise<I>);

const isLater = <I>(given: Given<I>): given is () => Promise<I> => typeof given === 'function';

/** What the reader saw, and how it is read again. */
export interface Seen {
  readonly seen: { readonly version: number };
  readonly read: () => Promise<{ readonly version: number }>;
}

/**
 * Sends with the version that the reader saw. If that is refused, and the fields of the change are still as
 * they were, it is sent again with the version of now; if not, the reader is told.
 */
export async function sendOver<R>(
  { seen, read }: Seen,
  fields: readonly string[],
  send: (version: number) => Promise<R>,
): Promise<R> {
  try {
    return await send(seen.version);
  } catch (error) {
    if (!isProblem(error) || error.fields.status !== 412) throw error;
    const now = await read();
    if (collides(fields, seen, now)) throw error;
    return send(now.version);
  }
}

export function useWrite<N extends OperationName>(
  name: N,
  changes: readonly (readonly string[])[],
  onDone?: (output: Output<N>) => unknown,
  over?: Seen,
): UseMutationResult<Output<N>, Error, Given<Input<N>>> {
  const client = useQueryClient();
  const sent = useRef<Sent | undefined>(undefined);
  return useMutation({
    mutationFn: async (given: Given<Input<N>>) => {
      const input = isLater(given) ? await given() : given;
      const text = JSON.stringify(input);
      // The same again is the same request, until it was answered.
      if (sent.current?.text !== text) sent.current = { text, key: crypto.randomUUID() };
      const { key } = sent.current;
      if (!over) return call(name, input, { key });
      return sendOver(over, Object.keys(input), (ifVersion) =>
        // Another version is another request.
        call(name, { ...input, ifVersion }, { key: `${key}-${ifVersion}` }),
      );
    },
    onSuccess: async (output) => {
      sent.current = undefined;
      onDone?.(output);
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
