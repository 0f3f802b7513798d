/** What a command knows of its run. */
import { sharedVariables } from '@muster/contracts/run-variables';

/** Of what the service sends: any other variable could change how a program works. */
export const runVariables = (sent: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) => Object.hasOwn(sharedVariables, name) && !value.includes('\0'),
    ),
  );

/** For a coding agent that is given no other. */
export const DEFAULT_PROMPT = `You are an agent of a company, woken for: {{wakeReason}}. [[Your issue: {{taskId}}.]]
Read how to work there: curl -s "$SERVICE_API_URL/llms/heartbeat.txt"
SERVICE_API_KEY is your bearer token. Do this one heartbeat, and end.
`;
