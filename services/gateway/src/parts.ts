/** What operations, reactions and background work of one gateway share in memory. */
import type { gateway } from '@muster/contracts';
import type { Handlers } from '@muster/service-kit';
import { openPasswords, type Passwords } from './identity/sign-in/passwords.ts';
import { openSignals, type Signals } from './local-signals.ts';

export interface GatewayParts {
  readonly signals: Signals;
  readonly passwords: Passwords;
}

export const openParts = (): GatewayParts => ({
  signals: openSignals(),
  passwords: openPasswords(),
});

/** A part of the table of operations: each room has one. */
export type RoomOperations = Partial<Handlers<typeof gateway, GatewayParts>>;
