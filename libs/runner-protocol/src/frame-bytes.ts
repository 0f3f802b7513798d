/** The bytes of frames: four bytes of length, big-endian, and the message. */
import { decode, encode } from '@msgpack/msgpack';
import type { z } from 'zod';
import { isShallow } from './depth.ts';
import { FRAME_MAX_BYTES } from './messages.ts';

const HEADER_BYTES = 4;
/** Messages are nearly flat. */
const DEPTH_MAX = 8;
/** More than the elements of any list, and the variables of any environment. */
const ELEMENTS_MAX = 4_096;

export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** A frame without a message says that its sender lives. */
export const emptyFrame: Buffer = Buffer.alloc(HEADER_BYTES);

/** Throws a FrameError if the message is longer than a frame may be. */
export function frameOf(message: unknown): Buffer {
  const body = encode(message, { ignoreUndefined: true, maxDepth: DEPTH_MAX });
  if (body.length > FRAME_MAX_BYTES) {
    throw new FrameError(`a message of ${body.length} bytes, at most ${FRAME_MAX_BYTES} are sent`);
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

/** Throws a FrameError, or what the decoder throws if the bytes are no MessagePack. */
export function messageIn(body: Buffer): unknown {
  if (!isShallow(body, DEPTH_MAX)) throw new FrameError('a message with deep nesting');
  return decode(body, {
    maxArrayLength: ELEMENTS_MAX,
    maxMapLength: ELEMENTS_MAX,
    maxExtLength: 0,
  });
}

/**
 * Throws a FrameError if the other side, which receives by this schema, would close the connection
 * because of the message. For what a company configures: the runs of others share the connection.
 */
export function requireReadable<Message>(schema: z.ZodType<Message>, message: Message): void {
  const frame = frameOf(message);
  const parsed = schema.safeParse(decoded(frame.subarray(HEADER_BYTES)));
  if (!parsed.success) throw new FrameError(faultsOf(parsed.error));
}

function decoded(body: Buffer): unknown {
  try {
    return messageIn(body);
  } catch (error) {
    throw new FrameError('a message that cannot be decoded', { cause: error });
  }
}

/** Paths and rules without values, which may be secrets. */
export const faultsOf = ({ issues }: z.ZodError): string =>
  `not a message: ${issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')}`;

/**
 * Cuts a stream of bytes into the bodies of its frames; the empty ones are left out. Throws a
 * FrameError at a frame that is too long, before its body is read.
 */
export function openFrameReader(): (bytes: Buffer) => Buffer[] {
  let chunks: Buffer[] = [];
  let heldBytes = 0;
  let neededBytes = HEADER_BYTES;
  return (chunk) => {
    chunks.push(chunk);
    heldBytes += chunk.length;
    const bodies: Buffer[] = [];
    if (heldBytes < neededBytes) return bodies;
    let rest = Buffer.concat(chunks);
    neededBytes = HEADER_BYTES;
    while (rest.length >= HEADER_BYTES) {
      const length = rest.readUInt32BE();
      if (length > FRAME_MAX_BYTES) throw new FrameError(`a frame of ${length} bytes`);
      neededBytes = HEADER_BYTES + length;
      if (rest.length < neededBytes) break;
      if (length > 0) bodies.push(rest.subarray(HEADER_BYTES, neededBytes));
      rest = rest.subarray(neededBytes);
      neededBytes = HEADER_BYTES;
    }
    chunks = [rest];
    heldBytes = rest.length;
    return bodies;
  };
}
