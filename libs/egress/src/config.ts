/** Configuration of every service that calls tenants' addresses. */
import { z } from 'zod';
import { faultsOfList, readAllowList } from './allow-list.ts';
import type { EgressOptions } from './outbound-call.ts';
import { isProxyUrl, proxyOf, type ProxySettings } from './proxy.ts';

const Switch = z.enum(['true', 'false']);

export const egressConfig = {
  MUSTER_EGRESS_ALLOW: z
    .string()
    .default('')
    .superRefine((text, context) => {
      for (const entry of faultsOfList(text)) {
        context.addIssue(`${entry} is neither a host nor a network`);
      }
    })
    .describe(
      'Hosts and networks, separated by commas, that agents and webhooks may use although they are ' +
        'private or without https, such as `agents.internal,10.20.0.0/16`.',
    ),
  HTTPS_PROXY: z
    .string()
    .refine(
      (text) => text === '' || isProxyUrl(text),
      'not a URL such as http://user:password@host:8080',
    )
    .optional()
    .describe(
      'Proxy (CONNECT) for all requests to webhooks and http agents, also those without https: ' +
        '`http://user:password@proxy.internal:8080`. Which addresses may be called stays the same.',
    ),
  NO_PROXY: z
    .string()
    .default('')
    .describe(
      'Hosts that are called without HTTPS_PROXY, separated by commas: names with their subdomains, ' +
        'addresses, networks, each with or without a port; `*` for all.',
    ),
  MUSTER_EGRESS_PROXY_RESOLVES: Switch.default('false').describe(
    'Whether HTTPS_PROXY gets names and resolves them, as where this network has no DNS for the ' +
      'internet. Then the proxy has to refuse private addresses: they are checked nowhere else.',
  ),
};

interface EgressConfig extends ProxySettings {
  readonly MUSTER_EGRESS_ALLOW: string;
}

/** What `openEgress` needs of the configuration. */
export const egressOptionsOf = (config: EgressConfig): Pick<EgressOptions, 'allow' | 'proxy'> => ({
  allow: readAllowList(config.MUSTER_EGRESS_ALLOW),
  proxy: proxyOf(config),
});
