/** Whom the operator lets us call although they are not public, or have no https. */
import { z } from 'zod';
import { isWithin, readAddress, readNetwork } from './address.ts';

type Network = NonNullable<ReturnType<typeof readNetwork>>;

export interface AllowList {
  readonly hosts: ReadonlySet<string>;
  readonly networks: readonly Network[];
}

const NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

interface Read extends AllowList {
  /** Entries that are neither a host nor a network. */
  readonly faults: readonly string[];
}

function read(text: string): Read {
  const hosts = new Set<string>();
  const networks: Network[] = [];
  const faults: string[] = [];
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    const network = readNetwork(entry);
    if (network) networks.push(network);
    else if (NAME.test(entry)) hosts.add(entry);
    else if (entry !== '') faults.push(entry);
  }
  return { hosts, networks, faults };
}

export const readAllowList = (text: string): AllowList => read(text);

/** For the configuration of every service that calls out. */
export const egressConfig = {
  MUSTER_EGRESS_ALLOW: z.string().default('')
    .superRefine((text, context) => {
      for (const entry of read(text).faults) {
        context.addIssue(`${entry} is neither a host nor a network`);
      }
    })
    .describe(
      'Hosts and networks, separated by commas, that agents and webhooks may be called at although '
        + 'they are private or have no https, such as `agents.internal,10.20.0.0/16`.',
    ),
};

/** Names are compared as they are sent: an allowed name is allowed wherever it leads. */
export const allowsHost = ({ hosts }: AllowList, name: string): boolean => hosts.has(name);

export const allowsAddress = ({ networks }: AllowList, text: string): boolean => {
  const address = readAddress(text);
  return address !== undefined && networks.some((network) => isWithin(address, network));
};
