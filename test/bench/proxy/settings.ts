/** How long the service takes, in ms: a card payment takes at least this long, so that payments overlap. */
export const SERVICE_TIME = 150;

/** How long servers keep idle connections, in ms: longer than clients, as behind a load balancer. */
export const KEEP_ALIVE = 600_000;
