/**
 * The input of a program that reads messages while it works. It stays open until the program has printed
 * its result and shown every message that was written to it: then it is closed, and the program ends.
 */
import type { CliAgent, LineReport } from '@muster/cli-agents';
import { showRunMessages, type RunMessage } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import type { HeldRun } from '../../domain/held-run.ts';
import type { LocalSignals } from '../../local-signals.ts';
import type { Attachment } from '../../runners/attachment.ts';
import { emitDelivered } from '../../runs/run-messages.ts';
import { writeRuns } from '../../runs/run-transaction.ts';
import { programOf } from '../../adapters/cli-agents.ts';
import type { PriceTable } from '../../domain/prices/price-table.ts';
import type { RunMemo } from '../run-memo.ts';
import type { WorkerParts } from '../worker-parts.ts';
import type { KnownProgram } from './program-reports.ts';
import { listPassed, passWaiting, saveShown } from '../../store/run-messages.ts';

export interface ProgramInput {
  /** A program has begun: it gets what the one before it may not have read. */
  begun(): void;
  /** Another process has written to it; resolves when it is known what. */
  adopted(): Promise<void>;
  /** The program has shown that it reads the message. */
  shown(id: string): void;
  /** After each message about the run. */
  look(report: LineReport | undefined): void;
  /** Resolves when everything that was shown is stored. */
  close(): Promise<void>;
}

interface InputParts {
  readonly runtime: Runtime;
  readonly signals: LocalSignals;
  readonly run: HeldRun;
  readonly attachment: Pick<Attachment, 'input'>;
  readonly form: NonNullable<CliAgent['input']>;
}

const nothing = new Uint8Array();

function openProgramInput(parts: InputParts): ProgramInput {
  const { runtime, signals, run } = parts;
  const pipe = openPipe(parts);
  let stored: Promise<unknown> = Promise.resolve();
  const onMessaged = (runId: string): void => {
    if (runId === run.id) pipe.pass(false);
  };
  signals.on('messaged', onMessaged);
  return {
    begun: () => pipe.pass(true),
    async adopted() {
      const ids = await listPassed(runtime.db, run).catch(() => []);
      for (const id of ids) pipe.onItsWay.add(id);
      pipe.pass(false);
    },
    shown(id) {
      if (!pipe.onItsWay.delete(id)) return;
      stored = Promise.all([stored, storeShown(runtime, run, id).catch(logged(parts))]);
    },
    look: (report) => pipe.endAfter(report?.ended !== undefined),
    async close() {
      pipe.close();
      signals.off('messaged', onMessaged);
      await stored;
    },
  };
}

const logged =
  ({ runtime, run }: InputParts) =>
  (error: unknown): void =>
    runtime.log.warn({ err: error, runId: run.id }, 'messages of a run wait longer');

interface Pipe {
  /** Written and not shown. */
  readonly onItsWay: Set<string>;
  /** Writes what waits. */
  pass(all: boolean): void;
  /** Ends it if the program has nothing more to do, and nothing is on its way. */
  endAfter(hasEnded: boolean): void;
  close(): void;
}

function openPipe(parts: InputParts): Pipe {
  const { runtime, run, attachment, form } = parts;
  const onItsWay = new Set<string>();
  let passing = 0;
  let isOver = false;
  let hasEnded = false;
  const endIfOver = (): void => {
    if (!hasEnded || passing > 0 || onItsWay.size > 0 || isOver) return;
    isOver = true;
    attachment.input(nothing, true);
  };
  const write = async (all: boolean): Promise<void> => {
    for (const message of await passWaiting(runtime.db, run, all)) {
      onItsWay.add(message.id);
      attachment.input(Buffer.from(pieceOf(form, run, message)), false);
    }
  };
  return {
    onItsWay,
    pass(all) {
      if (isOver) return;
      // Counted at once: what is being read must not find the input closed.
      passing += 1;
      void write(all)
        .catch(logged(parts))
        .finally(() => {
          passing -= 1;
          endIfOver();
        });
    },
    endAfter(ended) {
      hasEnded = ended;
      endIfOver();
    },
    close() {
      isOver = true;
    },
  };
}

function pieceOf({ message, interruption }: InputParts['form'], run: HeldRun, sent: RunMessage) {
  const text = message(showRunMessages(run.id, [sent]), sent.id);
  return sent.interrupt ? interruption(sent.id) + text : text;
}

const storeShown = (runtime: Runtime, run: HeldRun, id: string): Promise<void> =>
  writeRuns(
    runtime,
    async (context) => emitDelivered(context, run, await saveShown(context.db, run, [id])),
    { runId: run.id },
  );

interface InputOfRun extends Pick<InputParts, 'run' | 'attachment'> {
  readonly memo: RunMemo;
}

/** Nothing where the program reads no messages. */
export function inputOf(
  { runtime, signals }: WorkerParts,
  { run, memo, attachment }: InputOfRun,
): ProgramInput | undefined {
  const form = memo.program && memo.keepsInput ? programOf(memo.program).input : undefined;
  return form && openProgramInput({ runtime, signals, run, attachment, form });
}

/** Nothing where the program marks its lines. */
export function knownProgram(
  { program, session, model, isMetered = false }: RunMemo,
  prices: PriceTable,
  input: ProgramInput | undefined,
): KnownProgram | undefined {
  if (!program) return undefined;
  const agent = programOf(program);
  return {
    agent,
    session,
    onShown: input?.shown,
    terms: { provider: agent.provider, model, isMetered, prices },
  };
}
