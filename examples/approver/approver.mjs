/**
 * Decides on approvals from a chat. A webhook tells it what begins to wait for a person; it asks the chat with two links, and
 * decides when one is opened. The chat is whatever reads a POST, such as an incoming webhook of Slack.
 *
 * Its board token is limited to the company, so what it could do wrong stays there. The links are signed: who has not been
 * shown them cannot make them. The id of a delivery is kept while it runs, because deliveries may come twice.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const {
  MUSTER_URL,
  MUSTER_TOKEN,
  WEBHOOK_SECRET,
  CHAT_URL,
  PUBLIC_URL,
  PORT = '8090',
} = process.env;
const SIGNATURE_SECONDS = 300;
const BODY_BYTES_MAX = 1_000_000;
const DELIVERIES_KEPT = 10_000;

const keyOfLinks = randomBytes(32);
const seen = new Set();

const isEqual = (given, wanted) => given.length === wanted.length && timingSafeEqual(given, wanted);

function isGenuine(header = '', body) {
  const parts = header.split(',').map((part) => part.split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1];
  if (!seconds || Math.abs(Date.now() / 1000 - Number(seconds)) > SIGNATURE_SECONDS) return false;
  const wanted = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.`).update(body).digest();
  return parts.some(
    ([name, hex = '']) => name === 'v1' && isEqual(Buffer.from(hex, 'hex'), wanted),
  );
}

const signed = (path) => createHmac('sha256', keyOfLinks).update(path).digest('base64url');
const linkTo = (path) =>
  `${PUBLIC_URL ?? `http://127.0.0.1:${server.address().port}`}${path}?key=${signed(path)}`;

async function ask(event) {
  const { kind, cause } = event.details;
  if (kind !== 'approval') return;
  const paths = ['approve', 'reject'].map((verb) => `/${verb}/${event.entityId}`);
  const text = `Approval waits (${cause}).\nApprove: ${linkTo(paths[0])}\nReject: ${linkTo(paths[1])}`;
  await fetch(CHAT_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
}

async function decide(verb, id) {
  const answer = await fetch(`${MUSTER_URL}/api/approvals/${id}/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${MUSTER_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decisionNote: 'Decided in the chat.' }),
  });
  const { status, hint } = await answer.json();
  return answer.ok ? `It is ${status}.` : `It is not decided: ${hint}`;
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function handle(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://approver');
  const [, verb, id] = pathname.split('/');
  if (request.method === 'POST' && pathname === '/muster') {
    const body = await bodyOf(request);
    if (!isGenuine(request.headers['muster-signature'], body)) return response.writeHead(401).end();
    response.writeHead(204).end();
    const delivery = request.headers['muster-delivery'];
    if (seen.has(delivery)) return undefined;
    if (seen.size === DELIVERIES_KEPT) seen.clear();
    seen.add(delivery);
    return ask(JSON.parse(body.toString()));
  }
  const key = Buffer.from(searchParams.get('key') ?? '');
  const isOurs =
    ['approve', 'reject'].includes(verb) && isEqual(key, Buffer.from(signed(pathname)));
  if (!isOurs) return response.writeHead(404).end();
  response.setHeader('content-type', 'text/html; charset=utf-8');
  // Chats open links by themselves to show what is behind them, so opening one decides nothing.
  if (request.method === 'GET') {
    return response.end(`<form method="post"><button>${verb}</button></form>`);
  }
  return response.end(await decide(verb, id));
}

const server = createServer((request, response) => {
  handle(request, response).catch((error) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listens on ${server.address().port}`));
