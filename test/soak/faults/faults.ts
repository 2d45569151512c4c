/**
 * Points in the life of a request, in order.
 * `before-request`: the client has sent the request, the server has received nothing.
 * `within-request`: the server has received a part of it.
 * `after-request`: the server has received all of it and may be processing it.
 * `after-answer`: the server has responded, so it may have charged; the client has received nothing.
 * `within-answer`: the client has received a part of the response.
 */
export const POINTS = ['before-request', 'within-request', 'after-request', 'after-answer', 'within-answer'] as const;

export type Point = (typeof POINTS)[number];

interface AtPoint {
  readonly at: Point;
  /** For the points within a message: how many bytes of it, head included, are forwarded. Default: the head and half the body. */
  readonly bytes?: number;
}

/**
 * What can go wrong with a request. Times are in milliseconds.
 * The connection to the server ends with FIN, whichever way the client's ends.
 */
export type Fault =
  /** No fault: the response is streamed, and the client's connection stays open. */
  | { readonly kind: 'pass' }
  /** Closes the connection; with `down` also stops listening for that long (`Infinity`: until `up`). */
  | { readonly kind: 'refuse'; readonly down?: number }
  /** Sends nothing for `for` (default: for ever), then continues. */
  | ({ readonly kind: 'stall'; readonly for?: number } & AtPoint)
  /** Ends the client's connection with RST. */
  | ({ readonly kind: 'reset' } & AtPoint)
  /** Ends the client's connection with FIN. */
  | ({ readonly kind: 'close' } & AtPoint)
  /** Runs a function there, for example to kill a process, and continues when it has settled. */
  | ({ readonly kind: 'run'; readonly run: () => void | Promise<void> } & AtPoint)
  /** FIN after that many bytes of the response's encoded body; at least the last byte is missing. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** The server receives the request twice: at once, or the second after its response to the first. */
  | { readonly kind: 'duplicate'; readonly when: 'together' | 'after-answer'; readonly answer: 'first' | 'second' }
  /** Delays the response. */
  | { readonly kind: 'delay'; readonly by: number }
  /** The server responds, and the client receives this instead. */
  | {
      readonly kind: 'replace';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** The server responds, and the client receives bytes that are not HTTP, and FIN. */
  | { readonly kind: 'garbage'; readonly bytes?: string };
