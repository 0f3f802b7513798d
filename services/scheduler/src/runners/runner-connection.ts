/**
 * One connection to a runner. A runner is believed about the runs that were given to it over this
 * connection and nothing else: a message about another run, or one that comes at the wrong time,
 * closes the connection.
 */
import {
  requireReadable,
  ToRunner,
  type Ability,
  type DialedRunner,
  type FromRunner,
  type IsolationName,
  type RunKey,
} from '@muster/runner-protocol';
import { openAttachedRuns, type AttachedRuns } from './attached-runs.ts';
import type { Attachment, Receiver } from './attachment.ts';
import { openInspections, type Inspections } from './inspections.ts';

type Launch = Omit<Extract<ToRunner, { kind: 'launch' }>, 'kind'>;
type Adoption = Omit<Extract<ToRunner, { kind: 'adopt' }>, 'kind'>;

export interface RunnerConnection {
  /** Rejects with a FrameError, and sends nothing, where the runner would not take the message. */
  launch(launch: Launch): Promise<Attachment>;
  adopt(adoption: Adoption): Attachment;
  /** To a runner that can `inspect`. */
  readonly inspect: Inspections['ask'];
  /** A runner of another release may lack what this one knows. */
  can(ability: Ability): boolean;
  readonly isolation: IsolationName;
}

export interface OpenConnection extends RunnerConnection {
  receive(message: FromRunner): void;
  /** The connection is over: so is every attachment. */
  end(): void;
}

export function openRunnerConnection(
  dialed: Pick<DialedRunner, 'send' | 'close' | 'welcome'>,
  onFault: (fault: string) => void,
): OpenConnection {
  const runs = openAttachedRuns();
  let isOver = false;
  const send = async (message: ToRunner): Promise<void> => {
    if (!isOver) await dialed.send(message);
  };
  const inspections = openInspections(send);
  const end = (): void => {
    isOver = true;
    runs.endAll();
    inspections.end();
  };
  const attach = ({ runId, fence }: RunKey, asked: 'launching' | 'adopting'): Attachment => {
    const key = { runId, fence };
    const receiver = runs.add(key, asked);
    if (isOver) receiver.end();
    return attachmentOf(key, receiver, runs, send);
  };
  return {
    async launch(launch) {
      const message: ToRunner = { kind: 'launch', ...launch };
      requireReadable(ToRunner, message);
      const attachment = attach(launch, 'launching');
      await send(message);
      return attachment;
    },
    adopt(adoption) {
      const attachment = attach(adoption, 'adopting');
      void send({ kind: 'adopt', ...adoption });
      return attachment;
    },
    ...traitsOf(dialed),
    inspect: inspections.ask,
    receive(message) {
      if (isOver) return;
      const fault = faultIn(message, runs, inspections);
      if (fault === undefined) return;
      onFault(fault);
      end();
      dialed.close();
    },
    end,
  };
}

const traitsOf = ({
  welcome: { isolation, abilities },
}: Pick<DialedRunner, 'welcome'>): Pick<RunnerConnection, 'isolation' | 'can'> => ({
  isolation,
  can: (ability) => abilities?.includes(ability) === true,
});

/** Why the runner may not say this; nothing where it may. */
function faultIn(
  message: FromRunner,
  runs: AttachedRuns,
  inspections: Inspections,
): string | undefined {
  if (message.kind === 'welcome') return 'a second welcome';
  return message.kind === 'inspected' ? inspections.hear(message) : runs.hear(message);
}

function attachmentOf(
  key: RunKey,
  receiver: Receiver,
  runs: AttachedRuns,
  sendAlways: (message: ToRunner) => Promise<void>,
): Attachment {
  let isAttached = true;
  /** A runner that was told to forget a run would not know what is meant. */
  const send = (message: ToRunner): void => {
    if (isAttached) void sendAlways(message);
  };
  return {
    next: receiver.next,
    renew: (leaseMs) => send({ kind: 'renew', runs: [key], leaseMs }),
    stop: (why) => send({ kind: 'stop', ...key, why }),
    input: (bytes, end) => send({ kind: 'input', ...key, bytes, end }),
    stored(offset) {
      receiver.stored(offset);
      send({ kind: 'stored', ...key, offset });
    },
    forget() {
      send({ kind: 'forget', ...key });
      isAttached = false;
      runs.remove(key, receiver);
    },
    letGo() {
      isAttached = false;
      runs.letGo(key, receiver);
    },
  };
}
