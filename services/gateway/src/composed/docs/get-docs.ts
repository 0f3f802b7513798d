/** The page with which the guide begins; the API reference is beside it, at `/docs/api`. */
import type { ComposedCall } from '../../upstream/composed-call.ts';
import { pageHeaders, readGuide } from './guide-assets.ts';

let contents: Promise<string> | undefined;
/** A reading that has failed is tried again by the next request. */
const read = (): Promise<string> =>
  (contents ??= readGuide('index.html')
    .then((page) => JSON.stringify(page.toString()))
    .catch((error: unknown) => {
      contents = undefined;
      throw error;
    }));

export const getDocs: ComposedCall = async () => ({ body: await read(), headers: pageHeaders });
