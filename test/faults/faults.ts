/**
 * Points in the life of a request, in order.
 * `before-request`: the client has sent all of it, the server none of it has reached.
 * `within-request`: the server has a part of it.
 * `after-request`: the server has all of it and may still be at work.
 * `after-answer`: the server has answered, so it may have charged; the client has nothing of that.
 * `within-answer`: the client has a part of the answer.
 */
export const POINTS = ['before-request', 'within-request', 'after-request', 'after-answer', 'within-answer'] as const;

export type Point = (typeof POINTS)[number];

interface AtPoint {
  readonly at: Point;
  /** For the points within a message: how many bytes of it, head included, go on. Default: the head and half the body. */
  readonly bytes?: number;
}

/**
 * What can happen to a request. Times are in milliseconds.
 * Where the server is told of the end of the connection, it is by FIN; it is not told after it has answered.
 */
export type Fault =
  /** Nothing. The answer goes on as it comes, and the client's connection stays open. */
  | { readonly kind: 'pass' }
  /** Closes the connection; with `down` nobody listens before that and for so long after it (`Infinity`: until `up`). */
  | { readonly kind: 'refuse'; readonly down?: number }
  /** Silence, for `for` (default: for ever), then as if nothing had been. */
  | ({ readonly kind: 'stall'; readonly for?: number } & AtPoint)
  /** Ends the client's connection with RST. */
  | ({ readonly kind: 'reset' } & AtPoint)
  /** Ends the client's connection with FIN. */
  | ({ readonly kind: 'close' } & AtPoint)
  /** Does something else there, such as killing a process, and goes on when that is done. */
  | ({ readonly kind: 'run'; readonly run: () => void | Promise<void> } & AtPoint)
  /** FIN after so many bytes of the answer's body as it is on the wire; at least the last byte is missing. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** One byte of the answer's body (or of the whole answer, from its head on) every so often. */
  | { readonly kind: 'drip'; readonly every: number; readonly from?: 'head' | 'body' }
  /** The server gets the request twice: right after each other, or the second when it has answered the first. */
  | { readonly kind: 'duplicate'; readonly when: 'together' | 'after-answer'; readonly answer: 'first' | 'second' }
  /** The answer comes later by so much. */
  | { readonly kind: 'delay'; readonly by: number }
  /** The server answers, and the client gets this instead. */
  | {
      readonly kind: 'replace';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The server answers, and the client gets bytes that are not HTTP, and FIN. */
  | { readonly kind: 'garbage'; readonly bytes?: string };
