import type { z } from 'zod';
import { refuse } from './console-guard.js';

/** No wish is longer, in characters. */
const LONGEST = 10_000;

/** Hands over the body of a request if it is what is expected, and otherwise says what is wrong with it. */
export async function readBody<T>(
  request: Request,
  schema: z.ZodType<T>,
  answer: (body: T) => Promise<Response>,
): Promise<Response> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    return refuse(415, 'not_json', 'Expected Content-Type: application/json.');
  const text = await request.text();
  if (text.length > LONGEST) return refuse(413, 'too_long', 'The body is too long.');
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return answer(parsed.data);
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
