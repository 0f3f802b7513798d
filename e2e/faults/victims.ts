/** What a fault hits: a process of a service, a server, or the line between the two. */
import type { ServiceName } from '@muster/local/stack';

export const SERVERS = ['postgres', 'nats', 'redis'] as const;
export type ServerName = (typeof SERVERS)[number];

export type Victim =
  | { readonly service: ServiceName; readonly replica: number }
  | { readonly server: ServerName };

export interface Cut {
  readonly service: ServiceName;
  readonly replica: number;
  readonly from: ServerName;
  /** Broken: closed and refused. Silent: open, and nothing gets through. */
  readonly manner: 'broken' | 'silent';
  readonly lengthMs: number;
}
