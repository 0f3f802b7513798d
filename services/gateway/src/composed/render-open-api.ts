/** The program of a thread: renders the OpenAPI document, posts its bytes and ends. */
import { parentPort } from 'node:worker_threads';
import { composed, contracts } from '@muster/contracts';
import { openApi } from '@muster/contracts/openapi';
import { VERSION } from '@muster/service-kit';

const text = JSON.stringify(openApi({ version: VERSION, contracts, composed }));
const bytes = new TextEncoder().encode(text);
parentPort?.postMessage(bytes, [bytes.buffer]);
