/** A write of a form: sent once however often the button is pressed, and what it changes is read again. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useContext, useRef } from 'react';
import { emits } from 'virtual:contracts';
import { call } from '../api/call.ts';
import type { Input, OperationName, Output } from '../api/operations.ts';
import { isOvertaken } from '../api/problem.ts';
import { keyOf, topicsOfWrite } from './apply/effects.ts';
import { CompanyContext } from './company.ts';

/**
 * Reads again what a write has changed, by the events that its contract names, in the company that
 * is shown, or in all where none is.
 */
export function useReadAgain(): (name: OperationName) => Promise<unknown> {
  const client = useQueryClient();
  const companyId = useContext(CompanyContext)?.id;
  return (name) =>
    Promise.all(
      topicsOfWrite(emits[name]).map((topic) =>
        client.invalidateQueries({ queryKey: keyOf(topic, companyId) }),
      ),
    );
}

interface Sent {
  readonly text: string;
  readonly key: string;
}

/** What is sent, or how it comes to be known first. */
export type Given<I> = I | (() => Promise<I>);

const isLater = <I>(given: Given<I>): given is () => Promise<I> => typeof given === 'function';

/** Rows that a release before counted no changes of may come without a version. */
export interface Versioned {
  readonly version?: number | undefined;
}

/** The version that the reader saw, how the row is read again, and whether it has lost what the reader would save. */
export interface Over<R extends Versioned = Versioned> {
  readonly version: number | undefined;
  readonly read: () => Promise<R>;
  readonly collides: (now: R) => boolean;
}

/**
 * Sends with the version that the reader saw. If that is refused, and the fields of the change are still as
 * they were, it is sent again with the version of now; if not, the reader is told.
 */
export async function sendOver<R extends Versioned, T>(
  { version, read, collides }: Over<R>,
  send: (version: number | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await send(version);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    const now = await read();
    if (collides(now)) throw error;
    return send(now.version);
  }
}

export function useWrite<N extends OperationName, R extends Versioned = Versioned>(
  name: N,
  onDone?: (output: Output<N>) => unknown,
  over?: Over<R>,
): UseMutationResult<Output<N>, Error, Given<Input<N>>> {
  const readAgain = useReadAgain();
  const sent = useRef<Sent | undefined>(undefined);
  return useMutation({
    mutationFn: async (given: Given<Input<N>>) => {
      const input = isLater(given) ? await given() : given;
      const text = JSON.stringify(input);
      // The same again is the same request, until it was answered.
      if (sent.current?.text !== text) sent.current = { text, key: crypto.randomUUID() };
      const { key } = sent.current;
      if (!over) return call(name, input, { key });
      return sendOver(over, (ifVersion) =>
        // Another version is another request.
        call(name, { ...input, ifVersion }, { key: `${key}-${ifVersion}` }),
      );
    },
    onSuccess: async (output) => {
      sent.current = undefined;
      // A page of what was deleted is left first, so that it is not read again.
      await onDone?.(output);
      await readAgain(name);
    },
  });
}
