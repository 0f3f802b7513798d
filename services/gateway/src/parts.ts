/** What operations, reactions and background work of one gateway share in memory. */
import type { gateway } from '@muster/contracts';
import type { Handlers, Runtime } from '@muster/service-kit';
import { boardIn } from './board-build.ts';
import type { CurrentBoard } from './board-files.ts';
import { gatewayConfigOf } from './config.ts';
import { openPasswords, type Passwords } from './identity/sign-in/passwords.ts';
import { openSignals, type Signals } from './local-signals.ts';

export interface GatewayParts {
  readonly signals: Signals;
  readonly passwords: Passwords;
  /** The builds of the web UI; undefined: this gateway serves no pages. */
  readonly board: CurrentBoard | undefined;
}

export function openParts({ config, log }: Pick<Runtime, 'config' | 'log'>): GatewayParts {
  const { MUSTER_BOARD_FOLDER: folder } = gatewayConfigOf({ config });
  return {
    signals: openSignals(),
    passwords: openPasswords(),
    board:
      folder === undefined
        ? undefined
        : boardIn(folder, {
            failed: (error) =>
              log.warn({ err: error, folder }, 'MUSTER_BOARD_FOLDER has no whole build'),
          }),
  };
}

/** A part of the table of operations: each room has one. */
export type RoomOperations = Partial<Handlers<typeof gateway, GatewayParts>>;
