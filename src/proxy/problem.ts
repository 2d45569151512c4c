import type { ErrorOutcome, PaymentErrorCode } from '../contract/errors.js';
import { PROBLEM_TYPE } from '../contract/protocol.js';

/** Each status that the proxy answers by itself, by its name: the title of a problem without a type of its own. */
const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** An answer that the proxy makes itself: problem details (RFC 9457) with our `code` and `outcome`. */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: PaymentErrorCode;
  readonly outcome: ErrorOutcome;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param status - HTTP status
   * @param detail - one sentence for developers; never anything that came in
   * @param extra.outcome - whether money may have moved; without it, certainly not
   * @param extra.members - further members of the document
   */
  constructor(
    status: number,
    code: PaymentErrorCode,
    detail: string,
    extra: {
      outcome?: ErrorOutcome;
      members?: Record<string, unknown>;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: extra.cause });
    this.status = status;
    this.code = code;
    this.outcome = extra.outcome ?? 'not_charged';
    this.members = extra.members ?? {};
    this.headers = extra.headers ?? {};
  }

  /** The document as JSON. */
  get document(): string {
    const { status, code, outcome, members, message: detail } = this;
    return JSON.stringify({ type: 'about:blank', title: TITLES[status], status, detail, code, outcome, ...members });
  }

  toResponse(): Response {
    const { status, headers, document } = this;
    return new Response(document, { status, headers: { ...headers, 'Content-Type': PROBLEM_TYPE } });
  }
}
