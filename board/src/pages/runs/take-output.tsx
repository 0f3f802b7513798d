/** Copies the output that is shown, or saves all that is kept of it. */
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/controls.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';

interface Props {
  readonly runId: string;
  readonly text: string;
}

export function TakeOutput({ runId, text }: Props): ReactElement {
  const [copied, setCopied] = useState<string>();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  const download = useMutation({
    mutationFn: async () => saveAs(`run-${runId}.log`, await wholeOutput(runId)),
  });
  return (
    <>
      {/* Without a secure context there is no clipboard. */}
      {'clipboard' in navigator && (
        <Button onClick={() => void copy()}>{copied === text ? 'Copied' : 'Copy'}</Button>
      )}
      <Button disabled={download.isPending} onClick={() => download.mutate()}>
        Download
      </Button>
      <ProblemNote error={download.error} />
    </>
  );
}

async function wholeOutput(runId: string): Promise<string> {
  const parts: string[] = [];
  for (let offset = 0; ;) {
    const read = await call('getRunLog', { runId, offset });
    parts.push(read.text);
    if (read.nextOffset <= offset) return parts.join('');
    offset = read.nextOffset;
  }
}

function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
