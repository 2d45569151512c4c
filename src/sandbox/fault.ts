/**
 * How a connection fails: by a reset (RST), closed (FIN) before any response, closed in the middle of a body, or without a
 * response until the client disconnects.
 */
export type Fault = 'reset' | 'close' | 'cut' | 'silence';
