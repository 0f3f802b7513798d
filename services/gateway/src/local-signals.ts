/**
 * Notifications inside one gateway, sent after a commit. A lost signal costs time and nothing else:
 * caches expire and the delivery loop looks again within seconds.
 */
import { EventEmitter } from 'node:events';

export interface LocalSignals {
  /** Credentials, memberships or the status of an agent or a user have changed. */
  callerChanged: [actorId: string];
  /** A company was paused or resumed, and with it its agents. */
  companyChanged: [companyId: string];
  /** A webhook has changed, or a delivery is due. */
  webhooksChanged: [];
  /** A delivery to a hook is due. */
  hookReceived: [];
  /** An import of a package has begun. */
  packageImportStarted: [];
}

export type Signals = EventEmitter<LocalSignals>;

export const openSignals = (): Signals => new EventEmitter<LocalSignals>();
