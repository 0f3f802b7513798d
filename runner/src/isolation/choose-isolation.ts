/** The isolation that the operator asks for, or the strongest that works on this machine. */
import type { IsolationName } from '@muster/runner-protocol';
import { mkdir, realpath } from 'node:fs/promises';
import { IsolationUnavailable, type Isolation, type IsolationSettings } from './isolation.ts';
import { openNone } from './none.ts';
import { openSandbox } from './sandbox.ts';
import { openUser } from './user.ts';

type Open = (settings: IsolationSettings) => Promise<Isolation>;

const ROOT = 0;

/** @throws IsolationUnavailable if `asked` does not work here, with the reason */
export async function chooseIsolation(
  asked: IsolationName | undefined,
  settings: IsolationSettings,
): Promise<Isolation> {
  await mkdir(settings.runsDir, { recursive: true, mode: 0o700 });
  const runsDir = await realpath(settings.runsDir);
  const kinds: Record<IsolationName, readonly Open[]> = {
    user: [
      (options) => openUser(options, { withSandbox: true, withNetwork: true }),
      (options) => openUser(options, { withSandbox: true, withNetwork: false }),
      (options) => openUser(options, { withSandbox: false, withNetwork: false }),
    ],
    sandbox: [
      (options) => openSandbox(options, { withNetwork: true }),
      (options) => openSandbox(options, { withNetwork: false }),
    ],
    none: [async (options) => openNone(options)],
  };
  const strongest = process.getuid?.() === ROOT ? kinds.user : kinds.sandbox;
  const { opened, reasons } = await openFirst(
    asked === undefined ? [...strongest, ...kinds.none] : kinds[asked],
    { ...settings, runsDir },
  );
  if (opened === undefined) {
    throw new IsolationUnavailable(`MUSTER_ISOLATION=${asked}: ${reasons.at(-1)}`);
  }
  if (reasons.length === 0) return opened;
  return { ...opened, describe: `${opened.describe} (more does not work here: ${reasons[0]})` };
}

async function openFirst(
  choices: readonly Open[],
  settings: IsolationSettings,
): Promise<{ opened?: Isolation; reasons: string[] }> {
  const reasons: string[] = [];
  for (const open of choices) {
    try {
      return { opened: await open(settings), reasons };
    } catch (error) {
      if (!(error instanceof IsolationUnavailable)) throw error;
      reasons.push(error.message);
    }
  }
  return { reasons };
}
