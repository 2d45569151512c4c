import { PROBLEM_TYPE, type ErrorOutcome, type PaymentErrorCode } from 'payment-widget/contract';

/** The reason phrases of RFC 9110. */
export const TITLES: Readonly<Record<number, string>> = {
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

/** An error response of the proxy: problem details (RFC 9457) with `code` and `outcome`. */
export class ProblemError extends Error {
  readonly status: number;
  readonly code: PaymentErrorCode;
  readonly outcome: ErrorOutcome;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail - text for developers, which never quotes the request */
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

  get document(): string {
    const { status, code, outcome, members, message: detail } = this;
    return JSON.stringify({ type: 'about:blank', title: TITLES[status], status, detail, code, outcome, ...members });
  }

  /** Returns the response as it is recorded. */
  toAnswer() {
    return { status: this.status, body: this.document, mediaType: PROBLEM_TYPE };
  }

  toResponse(): Response {
    const { status, headers, document } = this;
    return new Response(document, { status, headers: { ...headers, 'Content-Type': PROBLEM_TYPE } });
  }
}

/** Our own errors name the attempt in the body, too, since a server in front may drop headers. */
export async function nameAttempt(response: Response, attempt: string): Promise<Response> {
  const { status, headers } = response;
  if (headers.get('Content-Type') !== PROBLEM_TYPE) return response;
  const problem = JSON.parse(await response.text()) as object;
  return new Response(JSON.stringify({ ...problem, attempt }), { status, headers });
}

/** @param errors - where the payment is wrong, by JSON Pointers (RFC 6901) */
export function invalidMembers(detail: string, errors: readonly { pointer: string; detail: string }[]): ProblemError {
  return new ProblemError(422, 'invalid_request', detail, { members: { errors } });
}
