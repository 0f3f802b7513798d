/** What a person types, or a program sends to standard input. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Ended } from '../exit-code.ts';

export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** What is typed is not shown. Without a terminal it is the first line of standard input. */
export async function askHidden(question: string): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await readStandardInput()).split('\n');
    return requireText(line.trim(), question);
  }
  process.stderr.write(`${question}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    const ended = new AbortController();
    reader.once('SIGINT', () => ended.abort());
    reader.once('close', () => ended.abort());
    const answer = await reader.question('', { signal: ended.signal }).catch(() => '');
    return requireText(answer.trim(), question);
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}

function requireText(text: string, question: string): string {
  if (text !== '') return text;
  throw new Ended('usage', `Nothing was given for: ${question}`);
}
