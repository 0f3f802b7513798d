/** The operator's allow list: hosts and networks that may be called though private or without https. */
import { isWithin, readAddress, readNetwork } from './address.ts';

type Network = NonNullable<ReturnType<typeof readNetwork>>;

export interface AllowList {
  readonly hosts: ReadonlySet<string>;
  readonly networks: readonly Network[];
}

const NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

interface ParsedList extends AllowList {
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

/** Entries that are neither a host nor a network. */
export const faultsOfList = (text: string): readonly string[] => parseList(text).invalid;

/** Compared by name: an allowed name is allowed whatever it resolves to. */
export const allowsHost = ({ hosts }: AllowList, name: string): boolean => hosts.has(name);

export const allowsAddress = ({ networks }: AllowList, text: string): boolean => {
  const address = readAddress(text);
  return address !== undefined && networks.some((network) => isWithin(address, network));
};
