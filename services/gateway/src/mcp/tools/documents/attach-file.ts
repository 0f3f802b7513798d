import { FileName, Refusal } from '@muster/contracts';
import { z } from 'zod';
import { asAnswer } from '../../as-answer.ts';
import { makeOnce } from '../../make-once.ts';
import { issue } from '../../references.ts';
import { adds, tool } from '../../tool.ts';

/** What a model writes out itself is shorter; what a program has made goes by the interface or as an output. */
const CONTENT_MAX_BYTES = 262_144;
/** In base64, with line feeds. */
const CONTENT_MAX = 360_000;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export const attachFile = tool({
  name: 'attach_file',
  description:
    'Attach a file of at most 256 KB to an issue. What is larger: by SERVICE_OUTPUT_DIR or curl.',
  input: z.strictObject({
    issue,
    name: FileName.describe('e.g. data.csv'),
    content: z.string().max(CONTENT_MAX),
    base64: z.boolean().optional().describe('content is base64, not text'),
  }),
  hints: adds,
  async run({ issue: issueId, name, content, base64 = false }, { perform, keyOf }) {
    const bytes = base64 ? decoded(content) : Buffer.from(content);
    if (bytes.length > CONTENT_MAX_BYTES) {
      throw new Refusal('file_too_large', { bytes: bytes.length, bytesMax: CONTENT_MAX_BYTES });
    }
    const { answer, replayed } = await makeOnce(keyOf('attach'), (options) =>
      perform('uploadIssueFile', { issueId, name }, { ...options, content: bytes }),
    );
    return asAnswer({
      file: answer.id,
      bytes: answer.bytes,
      type: answer.type,
      sha256: answer.sha256,
      repeated: replayed || undefined,
    });
  },
});

function decoded(content: string): Buffer {
  const packed = content.replaceAll(/\s/g, '');
  if (BASE64.test(packed)) return Buffer.from(packed, 'base64');
  throw new Refusal('invalid_input', [{ path: ['content'], message: 'is no base64' }]);
}
