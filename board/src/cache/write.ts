/** A write of a form: sent once however often the button is pressed, and what it changes is read again. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api/call.ts';
import type { Input, OperationName, Output } from '../api/operations.ts';

interface Sent {
  readonly text: string;
  readonly key: string;
}

export function useWrite<N extends OperationName>(
  name: N,
  changes: readonly (readonly string[])[],
  onDone?: (output: Output<N>) => void,
): UseMutationResult<Output<N>, Error, Input<N>> {
  const client = useQueryClient();
  const sent = useRef<Sent | undefined>(undefined);
  return useMutation({
    mutationFn: (input: Input<N>) => {
      const text = JSON.stringify(input);
      // The same again is the same request, until it was answered.
      if (sent.current?.text !== text) sent.current = { text, key: crypto.randomUUID() };
      return call(name, input, { key: sent.current.key });
    },
    onSuccess: async (output) => {
      sent.current = undefined;
      onDone?.(output);
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
