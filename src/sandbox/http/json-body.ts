import type { z } from 'zod';
import { refuse } from './security.js';

/** Maximum length of a body, in characters. */
const MAX_LENGTH = 10_000;

/** Parses and validates a JSON body, and passes it to a handler. Returns an error response if it is invalid. */
export async function readBody<T>(
  request: Request,
  schema: z.ZodType<T>,
  handle: (body: T) => Promise<Response>,
): Promise<Response> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refuse(415, 'not_json', 'Content-Type is not supported. Expected application/json.');
  const text = await request.text();
  if (text.length > MAX_LENGTH)
    return refuse(413, 'too_long', `The body is too long. The limit is ${MAX_LENGTH} characters.`);
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return handle(parsed.data);
  const problems = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  return refuse(400, 'invalid_request', problems.join('; '));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
