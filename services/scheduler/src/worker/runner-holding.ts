/** What the lease of a run on a runner tells the runner, from before the run is attached. */
import type { Attachment } from '../runners/attachment.ts';
import type { Holding } from './leases.ts';

export interface RunnerHolding extends Holding {
  attach(attachment: Attachment): void;
}

/** Opened before the lease is taken: its time counts from here. */
export function openHolding(): RunnerHolding {
  let attachment: Attachment | undefined;
  let isHandedOver = false;
  return {
    since: performance.now(),
    renewed: (leaseMs) => attachment?.renew(leaseMs),
    handOver() {
      isHandedOver = true;
      attachment?.letGo();
    },
    attach(given) {
      attachment = given;
      if (isHandedOver) given.letGo();
    },
  };
}
