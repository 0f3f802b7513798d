/** The operator's allow list: hosts and networks that may be called though private or without https. */
import { z } from 'zod';
import { isWithin, readAddress, readNetwork } from './address.ts';

type Network = NonNullable<ReturnType<typeof readNetwork>>;

export interface AllowList {
  readonly hosts: ReadonlySet<string>;
  readonly networks: readonly Network[];
}

const NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

interface ParsedList extends AllowList {
  /** Entries that are neither a host nor a network. */
  readonly invalid: readonly string[];
}

function parseList(text: string): ParsedList {
  const hosts = new Set<string>();
  const networks: Network[] = [];
  const invalid: string[] = [];
  for (const entry of text.split(',').map((part) => part.trim().toLowerCase())) {
    const network = readNetwork(entry);
    if (network) networks.push(network);
    else if (NAME.test(entry)) hosts.add(entry);
    else if (entry !== '') invalid.push(entry);
  }
  return { hosts, networks, invalid };
}

export const readAllowList = (text: string): AllowList => parseList(text);

/** Configuration of every service that calls tenants' addresses. */
export const egressConfig = {
  MUSTER_EGRESS_ALLOW: z
    .string()
    .default('')
    .superRefine((text, context) => {
      for (const entry of parseList(text).invalid) {
        context.addIssue(`${entry} is neither a host nor a network`);
      }
    })
    .describe(
      'Hosts and networks, separated by commas, that agents and webhooks may use although they are ' +
        'private or without https, such as `agents.internal,10.20.0.0/16`.',
    ),
};

/** Compared by name: an allowed name is allowed whatever it resolves to. */
export const allowsHost = ({ hosts }: AllowList, name: string): boolean => hosts.has(name);

export const allowsAddress = ({ networks }: AllowList, text: string): boolean => {
  const address = readAddress(text);
  return address !== undefined && networks.some((network) => isWithin(address, network));
};
