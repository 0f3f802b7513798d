/** What a fault hits: a process of ours, a server, or the connection between the two. */
import type { ProcessName, ServiceName } from '@muster/local/stack';

export const SERVERS = ['postgres', 'nats', 'redis'] as const;
export type ServerName = (typeof SERVERS)[number];

export type Victim =
  | { readonly service: ProcessName; readonly replica: number }
  | { readonly server: ServerName };

/** What a process of a service connects to. */
export type Peer = ServerName | 'runner';

export interface Cut {
  readonly service: ServiceName;
  readonly replica: number;
  readonly from: Peer;
  /** Broken: closed and refused. Silent: open, and nothing gets through. */
  readonly manner: 'broken' | 'silent';
  readonly lengthMs: number;
}
