/** Whether the web service of an agent may be called, and answers. It is sent nothing. */
import { adapters, type AgentCheck, type JsonObject } from '@muster/contracts';
import { EgressError, type Egress } from '@muster/egress';
import type { z } from 'zod';
import { faultsOf } from '../adapters/local-config.ts';
import { failed, passed } from '../domain/agent-check.ts';

const ANSWER_MS = 5_000;
const Address = adapters.http.config.pick({ url: true });

/** Whatever it answers, it is there: a GET is not its work. */
export async function inspectCalled(
  { egress }: { readonly egress: Egress },
  config: z.output<typeof JsonObject>,
): Promise<AgentCheck[]> {
  const parsed = Address.safeParse(config);
  if (!parsed.success) {
    const hint = 'correct it: GET /llms/agent-configuration/http.txt';
    return [failed('configuration')(faultsOf(parsed.error), hint)];
  }
  try {
    await egress.send({ method: 'GET', url: parsed.data.url, timeoutMs: ANSWER_MS });
    return [passed('address')('The address may be called, and answers')];
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (error.code === 'egress_answer_too_large') {
      return [passed('address')('The address may be called, and answers')];
    }
    return [
      failed('address')(
        error.message,
        'correct adapterConfig.url, or ask the operator to allow the host',
      ),
    ];
  }
}
