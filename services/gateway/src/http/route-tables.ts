/** What the rooms of the gateway contribute to the HTTP server, put together in `service.ts`. */
import type { composed } from '@muster/contracts';
import type { BodyCheck } from '../upstream/body-check.ts';
import type { Diversion } from '../upstream/diversion.ts';
import type { ComposedCall } from '../upstream/composed-call.ts';
import type { CurrentBoard } from '../board-files.ts';
import type { ProtocolRoute } from '../upstream/protocol-route.ts';
import type { StaticAsset } from './static-assets.ts';

export interface RouteTables {
  /** One call for each composed operation of the contract. */
  readonly calls: Readonly<Record<keyof typeof composed, ComposedCall>>;
  /** Checks that run before a request is forwarded, by operation name. */
  readonly checks: Readonly<Record<string, BodyCheck>>;
  /** Requests that another service answers, by the name of the operation that has the path. */
  readonly diversions: Readonly<Record<string, Diversion>>;
  readonly assets: readonly StaticAsset[];
  /** Routes that a standard defines. */
  readonly protocols: readonly ProtocolRoute[];
  /** Pages and files of the web UI, if this gateway serves them. */
  readonly board: CurrentBoard | undefined;
}
