import { isTimeout } from 'payment-widget/contract';
import { type SystemError, causesOf } from '../base/errors.js';
import { type Trial, inDoubt, notSent } from './outcome.js';
import type { Sending, Service } from './service.js';
/** A failed request has an unknown outcome, unless it certainly never left. */
export function describeFailure(error: unknown, { idempotencyKey: key }: Sending, { log }: Service): Trial {
  const check = 'Check the payment at the service.';
  if (isTimeout(error)) {
    return { ...inDoubt(504, 'timeout', `The payments service did not respond in time. ${check}`), again: 'same_key' };
  }
  const causes = causesOf(error);
  const isUntrusted = causes.every((cause) => TLS.test(cause.code));
  const isNotSent = causes.length > 0 && (isUntrusted || causes.every(isNotConnected));
  const code = isNotSent ? 'service_unreachable' : 'connection_lost';
  log('service_failed', { key, code }, error);
  if (!isNotSent) {
    return { ...inDoubt(502, code, `The connection to the payments service was lost. ${check}`), again: 'same_key' };
  }
  const outcome = notSent(502, code, 'The payments service cannot be reached. Nothing was sent.');
  return isUntrusted ? outcome : { ...outcome, again: 'safe' };
}

/** System errors that mean "not connected" only during `connect`. */
const WHEN_CONNECTING = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT']);

const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Rejected certificates (OpenSSL verification codes) and failed handshakes. Excludes TLS errors that can occur later. */
const TLS =
  /^(CERT_|CRL_|UNABLE_TO_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|ERR_TLS_DH_PARAM_SIZE$|ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|DH_KEY_TOO_SMALL|EE_KEY_TOO_SMALL|CA_MD_TOO_WEAK|TLSV1_UNRECOGNIZED_NAME|.*ALERT_PROTOCOL_VERSION|.*ALERT_HANDSHAKE_FAILURE|.*ALERT_UNRECOGNIZED_NAME)$)/;

const isNotConnected = ({ code, syscall }: SystemError) =>
  NO_ADDRESS.has(code) || (syscall === 'connect' && WHEN_CONNECTING.has(code));
