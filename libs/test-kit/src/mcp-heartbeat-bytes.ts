/** The same heartbeat by the tools of the Model Context Protocol: the bodies of their answers. */
import { setScene, sum, text, type HeartbeatBytes, type SendForBytes } from './heartbeat-bytes.ts';

export async function measureMcpHeartbeat(
  send: SendForBytes,
  boardToken: string,
): Promise<HeartbeatBytes> {
  const { issueId: issue, token } = await setScene(send, boardToken);
  const steps: Record<string, number> = {};
  const call = async (name: string, input: object = {}): Promise<number> => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: input },
    };
    const answer = await send({ method: 'POST', path: '/mcp', token, body });
    if (!answer.includes('"content"') || answer.includes('"isError"')) throw new Error(answer);
    return Buffer.byteLength(answer);
  };
  steps['get_work'] = await call('get_work');
  steps['claim_issue'] = await call('claim_issue', { issue });
  steps['read_issue'] = await call('read_issue', { issue });
  const change = { issue, status: 'in_review', comment: text(400) };
  steps['update_issue'] = await call('update_issue', change);
  return { steps, whole: sum(Object.values(steps)), idle: await call('get_work') };
}
