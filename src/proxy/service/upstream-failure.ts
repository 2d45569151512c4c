/**
 * Why there was no answer. `not_connected`: nothing left. `not_trusted`: TLS ended before anything left, and will again.
 * `in_doubt`: the service may have got the request.
 */
export type Failure = 'not_connected' | 'not_trusted' | 'in_doubt';

/** System errors that mean this only while a connection is being made. */
const WHEN_CONNECTING = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT']);

const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Certificates that were not accepted (codes of OpenSSL's verification), and handshakes that came to nothing. Errors of
 * TLS that can come later as well, such as a record that cannot be decrypted, are not among them.
 */
const TLS =
  /^(CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERR_TLS_DH_PARAM_SIZE$|ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|DH_KEY_TOO_SMALL|EE_KEY_TOO_SMALL|CA_MD_TOO_WEAK|TLSV1_UNRECOGNIZED_NAME|.*ALERT_PROTOCOL_VERSION|.*ALERT_HANDSHAKE_FAILURE|.*ALERT_UNRECOGNIZED_NAME)$)/;

/** Tells by its cause what a failed `fetch` means for the money. What is not known for certain is in doubt. */
export function judgeFailure(error: unknown): Failure {
  const causes = causesOf(error);
  if (causes.length === 0) return 'in_doubt';
  if (causes.every(isNotTrusted)) return 'not_trusted';
  return causes.every(isNotConnected) ? 'not_connected' : 'in_doubt';
}

interface SystemError extends Error {
  readonly code: string;
  readonly syscall?: string;
}

/** The errors with a code at the bottom; several when each address of a name was tried. */
function causesOf(error: unknown): SystemError[] {
  if (!(error instanceof Error)) return [];
  if (error instanceof AggregateError) return error.errors.flatMap(causesOf);
  if ('code' in error && typeof error.code === 'string') return [error as SystemError];
  return causesOf(error.cause);
}

const isNotConnected = ({ code, syscall }: SystemError) =>
  NO_ADDRESS.has(code) || (syscall === 'connect' && WHEN_CONNECTING.has(code));

const isNotTrusted = ({ code }: SystemError) => TLS.test(code);

/** For the log: the codes alone, since a message might quote what was sent. */
export function codesOf(error: unknown): string {
  const codes = causesOf(error).map(({ code }) => code);
  return [...new Set(codes)].join(', ') || (error instanceof Error ? error.name : 'an unknown error');
}
