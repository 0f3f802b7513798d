/** The page with which the guide begins; the API reference is beside it, at `/docs/api`. */
import type { ComposedCall } from '../../upstream/composed-call.ts';
import { readOnce } from '../../upstream/read-once.ts';
import { pageHeaders, readGuide } from './guide-assets.ts';

const contents = readOnce(async () => JSON.stringify(String(await readGuide('index.html'))));

export const getDocs: ComposedCall = async () => ({ body: await contents(), headers: pageHeaders });
