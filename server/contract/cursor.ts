/** What stands inside cursors. None names a row. */
import { z } from 'zod';

export const searchCursorPayload = z.tuple([
  z.string(), // hash of what was asked
  z.number(), // score
  z.int(), // time, Unix milliseconds
  z.string(), // session key
  z.string(), // opaque session id
  z.int(), // position
  z.int(), // newest time at page one
  z.enum(['all', 'some']), // what its page matched
]);

export const sessionCursorPayload = z.tuple([
  z.int(), // time of the last message, Unix milliseconds; 0 without messages
  z.string(), // session key
  z.string(), // opaque session id
]);
