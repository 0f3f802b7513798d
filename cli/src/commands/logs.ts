/** `muster logs`: the output of a run, as it arrives. */
import type { Client, Output } from '@muster/client';
import { endOfProgram } from '../calls/end-of-program.ts';
import { looksAt } from '../calls/looks.ts';
import { Ended } from '../exit-code.ts';
import { openSentences } from '../logs/sentences.ts';
import { openConnection } from '../profile/connection.ts';
import type { Given } from '../table/command.ts';
import { isForPeople, note, print, printLine } from '../terminal/answer.ts';
import { jsonOf } from '../terminal/words.ts';

type Piece = Output<'getRunLog'>;

export async function run({ args: [runId = ''], flags, globals }: Given): Promise<void> {
  const isRaw = flags['raw'] === true;
  if (isRaw && process.stdout.isTTY) {
    throw new Ended(
      'usage',
      'A program could steer this terminal',
      '--raw goes into a file or a pipe',
    );
  }
  const { muster } = openConnection(globals);
  const sentences = openSentences();
  const tell = (lines: readonly string[]): void => lines.forEach((line) => printLine(line));
  const show = (piece: Piece): void => {
    if (!isForPeople(globals)) return printLine(jsonOf(piece));
    if (isRaw) return print(piece.text);
    tell(sentences.push(piece.text));
  };
  const isFollowed = flags['follow'] === true;
  const pieces = isFollowed ? follow(muster, runId) : read(muster, runId, 0);
  for await (const piece of pieces) if (piece.text !== '') show(piece);
  tell(sentences.end());
  if (!isFollowed) return;
  const { status, error } = await muster.getRun({ runId });
  note(`The run is ${status}.${error ? ` ${error}` : ''}`);
}

/** What there is now, from an offset on, in pieces; then an empty one. */
async function* read(muster: Client, runId: string, offset: number): AsyncGenerator<Piece> {
  for (let at = offset; ;) {
    const piece = await muster.getRunLog({ runId, offset: at });
    yield piece;
    if (piece.text === '') return;
    at = piece.nextOffset;
  }
}

async function* follow(muster: Client, runId: string): AsyncGenerator<Piece> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, endOfProgram()]);
  const { companyId, agentId } = await muster.getRun({ runId });
  const types = ['run.log', 'run.finished'];
  const events = muster.followCompany({ companyId, agentId, types }, { signal });
  let at = 0;
  try {
    for await (const _ of looksAt(events, signal)) {
      for await (const piece of read(muster, runId, at)) {
        at = piece.nextOffset;
        if (piece.text !== '') yield piece;
        else if (piece.complete) return;
      }
    }
  } finally {
    over.abort();
  }
}
