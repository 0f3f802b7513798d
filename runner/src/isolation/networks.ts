/** The networks of companies: made on first use, and again where one has ended. */
import type { AgentKey, Network } from './isolation.ts';
import { openNetwork, type OpenNetwork } from './network.ts';
import { nameServerIn, reachOf } from './reach.ts';

/** Longer than most pauses between the runs of a company; a network takes some megabytes. */
const KEEP_UNUSED_MS = 600_000;

export interface Networks {
  /** @throws IsolationUnavailable if the network cannot be made */
  enter(agent: AgentKey, apiUrl?: string): Promise<Network>;
  /** The agent has no program any more. */
  leave(agent: AgentKey): void;
  /** Resolves when `use` of a network that is no company's has. */
  tryOut(use: (network: Network) => Promise<void>): Promise<void>;
}

interface Entry {
  readonly key: string;
  readonly network: Promise<OpenNetwork>;
  readonly agents: Set<string>;
  closing?: NodeJS.Timeout;
}

export interface NetworksOptions {
  readonly runsDir: string;
  /** Ports of the machine's loopback that every company reaches. */
  readonly loopbackPorts: readonly number[];
}

/** What the network of a company holds, and the beginning of what is not held. */
export const describeNetwork = (
  { loopbackPorts }: Pick<NetworksOptions, 'loopbackPorts'>,
  isThere: boolean,
): string =>
  isThere
    ? 'Each company has a network of its own (pasta), which reaches no port of the loopback of this ' +
      `machine but the gateway's${loopbackPorts.map((port) => `, ${port}`).join('')}. ` +
      'Not held: ports at other addresses of this machine'
    : 'Not held: ports and abstract sockets of this machine (companies that must not reach each ' +
      'other need a runner each)';

export function openNetworks({ runsDir, loopbackPorts }: NetworksOptions): Networks {
  /** Those that a program may enter. */
  const entries = new Map<string, Entry>();
  /** Those and broken ones, as long as an agent was prepared for them. */
  const open = new Set<Entry>();
  const openFor = (reach: Awaited<ReturnType<typeof reachOf>>): Promise<OpenNetwork> => {
    const nameServer = nameServerIn(runsDir);
    return openNetwork({ ...reach, ...(nameServer ? { nameServer } : {}) });
  };
  const add = (key: string, network: Promise<OpenNetwork>): Entry => {
    const entry: Entry = { key, network, agents: new Set() };
    entries.set(key, entry);
    open.add(entry);
    const forget = (): void => {
      if (entries.get(key) === entry) entries.delete(key);
      if (entry.agents.size === 0) close(entry);
    };
    // One that did not open has no agent in it, whatever was asked for.
    void network.then(({ ended }) => ended).then(forget, () => close(entry));
    return entry;
  };
  const close = (entry: Entry): void => {
    clearTimeout(entry.closing);
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
    if (!open.delete(entry)) return;
    entry.network.then(
      (network) => network.close(),
      () => undefined,
    );
  };
  return {
    async enter({ companyId, agentId }, apiUrl) {
      const reach = await reachOf(apiUrl, loopbackPorts);
      // The gateway may move while the company's programs run.
      const key = JSON.stringify([companyId, reach]);
      const entry = entries.get(key) ?? add(key, openFor(reach));
      clearTimeout(entry.closing);
      entry.agents.add(agentId);
      return entry.network;
    },
    leave({ agentId }) {
      for (const entry of open) {
        if (!entry.agents.delete(agentId) || entry.agents.size > 0) continue;
        if (entries.get(entry.key) === entry) {
          entry.closing = setTimeout(close, KEEP_UNUSED_MS, entry).unref();
        } else close(entry);
      }
    },
    async tryOut(use) {
      const network = await openFor({ loopbackPorts, isAtOwnAddress: false });
      await use(network).finally(network.close);
    },
  };
}
