/** What operations, reactions and background work of one gateway share in memory. */
import type { gateway } from '@muster/contracts';
import type { Handlers } from '@muster/service-kit';
import type { CurrentBoard } from './board-files.ts';
import { openPasswords, type Passwords } from './identity/sign-in/passwords.ts';
import { openSignals, type Signals } from './local-signals.ts';

export interface GatewayParts {
  readonly signals: Signals;
  readonly passwords: Passwords;
  /** The build of the web UI; none until one is given. */
  readonly board: CurrentBoard;
}

export const openParts = (): GatewayParts => ({
  signals: openSignals(),
  passwords: openPasswords(),
  board: () => undefined,
});

/** A part of the table of operations: each room has one. */
export type RoomOperations = Partial<Handlers<typeof gateway, GatewayParts>>;
