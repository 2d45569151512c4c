/**
 * Why there was no response. `not_connected`: nothing was sent. `not_trusted`: TLS failed before anything was sent, and a
 * retry would fail too. `in_doubt`: the service may have received the request.
 */
export type Failure = 'not_connected' | 'not_trusted' | 'in_doubt';

/** System errors that mean "not connected" only during `connect`. */
const WHEN_CONNECTING = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT']);

const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Rejected certificates (OpenSSL verification codes) and failed handshakes. Excludes TLS errors that can occur later. */
const TLS =
  /^(CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERR_TLS_DH_PARAM_SIZE$|ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|DH_KEY_TOO_SMALL|EE_KEY_TOO_SMALL|CA_MD_TOO_WEAK|TLSV1_UNRECOGNIZED_NAME|.*ALERT_PROTOCOL_VERSION|.*ALERT_HANDSHAKE_FAILURE|.*ALERT_UNRECOGNIZED_NAME)$)/;

export function classifyFailure(error: unknown): Failure {
  const causes = causesOf(error);
  if (causes.length === 0) return 'in_doubt';
  if (causes.every(({ code }) => TLS.test(code))) return 'not_trusted';
  return causes.every(isNotConnected) ? 'not_connected' : 'in_doubt';
}

interface SystemError extends Error {
  readonly code: string;
  readonly syscall?: string;
}

function causesOf(error: unknown): SystemError[] {
  if (!(error instanceof Error)) return [];
  if (error instanceof AggregateError) return error.errors.flatMap(causesOf);
  if ('code' in error && typeof error.code === 'string') return [error as SystemError];
  return causesOf(error.cause);
}

const isNotConnected = ({ code, syscall }: SystemError) =>
  NO_ADDRESS.has(code) || (syscall === 'connect' && WHEN_CONNECTING.has(code));

/** Error codes for the log. Messages are left out: they might quote the request. */
export function codesOf(error: unknown): string {
  const codes = causesOf(error).map(({ code }) => code);
  return [...new Set(codes)].join(', ') || (error instanceof Error ? error.name : 'an unknown error');
}
