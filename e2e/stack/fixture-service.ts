// The stand-in for every service: ready at once, and answers with its environment.
import { createServer } from 'node:http';

const answer = createServer((request, reply) => {
  const body = request.url === '/api/health' ? { status: 'ok' } : process.env;
  reply.setHeader('content-type', 'application/json').end(JSON.stringify(body));
});
answer.listen(Number(process.env['OPS_PORT']), '127.0.0.1');

const { PORT, HOST } = process.env;
const gateway = createServer((request, reply) => answer.emit('request', request, reply));
if (PORT !== undefined) gateway.listen(Number(PORT), HOST);

process.once('SIGTERM', () => process.exit(0));
