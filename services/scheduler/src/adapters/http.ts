/** `http`: the agent is a web service. It is sent its run, signed, by the guarded HTTP client. */
import { adapters, RemoteLimits } from '@muster/contracts';
import { EgressError, signatureOf, type Egress } from '@muster/egress';
import type { Outcome, StopSignal } from '@muster/runner-protocol';
import { notStarted, type CalledAdapter, type CallInput } from './adapter.ts';
import { faultsOf } from './local-config.ts';

/** Other keys are for the agent to read; a mistake in them must not keep it from being called. */
const HttpConfig = adapters.http.config.pick({
  url: true,
  headers: true,
  signingSecret: true,
  timeoutSec: true,
});

export const httpAdapter = (egress: Egress): CalledAdapter => ({
  execution: 'called',
  limits: (config) => ({ ...RemoteLimits.parse(config), graceSec: 0 }),
  async call(input) {
    const parsed = HttpConfig.safeParse(input.config);
    if (!parsed.success) return notStarted('adapter_config', faultsOf(parsed.error));
    const { url, headers, signingSecret, timeoutSec } = parsed.data;
    const body = JSON.stringify(requestBodyOf(input, timeoutSec));
    const signature =
      signingSecret === undefined
        ? {}
        : { 'muster-signature': signatureOf(signingSecret, body, Date.now()) };
    try {
      const { status } = await egress.send({
        url,
        body,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'muster-run-id': input.run.id,
          traceparent: input.variables['TRACEPARENT'] ?? '',
          ...signature,
        },
        signal: input.signal,
      });
      return status >= 200 && status < 300 ? 'accepted' : refusedWith(status);
    } catch (error) {
      if (input.signal.aborted) return stoppedBy(input.signal.reason as StopSignal);
      if (error instanceof EgressError) return notStarted(error.code, error.message);
      throw error;
    }
  },
});

/** The body of the answer is not repeated: a redirected request could reveal an internal one. */
const refusedWith = (status: number): Outcome =>
  notStarted('agent_refused', `The agent answered its run with status ${status}`);

const stoppedBy = (why: StopSignal): Outcome => ({
  status: 'cancelled',
  exitCode: null,
  signal: null,
  error: 'The agent was stopped',
  errorCode: why,
});

/** Everything that a local agent finds in its environment, and the addresses for its reports. */
function requestBodyOf({ run, variables }: CallInput, timeoutSec: number): object {
  const { TRACEPARENT: _, ...serviceVariables } = variables;
  const runUrl = `${variables['SERVICE_API_URL']}/api/heartbeat-runs/${run.id}`;
  return {
    runId: run.id,
    agentId: run.agentId,
    companyId: run.companyId,
    source: run.source,
    wakeReason: run.wakeReason,
    issueId: run.issueId,
    context: run.context,
    timeoutSec,
    beatUrl: `${runUrl}/beat`,
    finishUrl: `${runUrl}/finish`,
    variables: serviceVariables,
  };
}
