/**
 * What can happen to a payment. Each of these can be had in two ways: by the switch of the QA page, or by a card number
 * that is typed into the form of a proxy with a Test key. All of it is the sandbox's own: the interface of the payments
 * service shows no test cards and no statuses but `200 OK`.
 */
export interface Scenario {
  readonly id: string;
  readonly label: string;
  readonly group: 'answers' | 'refusals' | 'in doubt' | 'network';
  /** Card number for it, with a right check digit. */
  readonly card: string;
  /** What happens, in a sentence. */
  readonly what: string;
  /** What the shopper is told first. */
  readonly told: 'paid' | 'pending' | 'not_charged' | 'unknown';
  /** How often the card is charged, in the end. */
  readonly charges: 0 | 1;
  /** Who does it: the service, the merchant's server on the way to it, or the page. */
  readonly by: 'service' | 'shop' | 'page';
}

/** A request to the sandbox that has it gets the scenario that it names, whatever the card and the kind of key. */
export const SCENARIO_HEADER = 'Sandbox-Scenario';

type Row = readonly [
  id: string,
  card: string,
  label: string,
  told: Scenario['told'],
  charges: 0 | 1,
  what: string,
  by?: 'shop' | 'page',
];

const table = (group: Scenario['group'], rows: readonly Row[]): readonly Scenario[] =>
  rows.map(([id, card, label, told, charges, what, by]) => ({
    id,
    card,
    label,
    told,
    charges,
    what,
    by: by ?? 'service',
    group,
  }));

export const SCENARIOS: readonly Scenario[] = [
  ...table('answers', [
    ['success', '4242424242424242', 'Success', 'paid', 1, '200 with the payment.'],
    ['success_slow', '4000000000004012', 'Slow success (8 s)', 'paid', 1, '200 after eight seconds.'],
    ['pending', '4000000000004228', '202 pending', 'pending', 1, '202 at once; the card is charged 5 s later.'],
    ['empty', '4000000000004210', 'Empty 200', 'paid', 1, '200 without a body.'],
    ['echo_key', '4000000000004244', 'Answer that echoes the key', 'paid', 1, '200 that repeats the API key.'],
  ]),
  ...table('refusals', [
    ['declined', '4000000000000002', 'Declined', 'not_charged', 0, '402.'],
    ['invalid', '4000000000004020', 'Invalid, with field errors', 'not_charged', 0, '400 that names fields.'],
    ['http_401', '4000000000004038', '401', 'not_charged', 0, 'The service refuses the API key.'],
    ['http_403', '4000000000004046', '403', 'not_charged', 0, 'The API key may not do this.'],
    ['http_404', '4000000000004053', '404', 'not_charged', 0, 'The service has no such operation.'],
    ['http_422', '4000000000004079', '422', 'not_charged', 0, 'The service cannot process it.'],
    ['http_429', '4000000000004087', '429 with Retry-After', 'not_charged', 0, 'Too many requests; again in 15 s.'],
    ['http_429_bare', '4000000000004095', '429 without Retry-After', 'not_charged', 0, 'Too many requests.'],
  ]),
  ...table('in doubt', [
    ['http_409', '4000000000004061', '409', 'unknown', 0, 'The service says that there is a conflict.'],
    ['http_500', '4000000000004103', '500', 'unknown', 0, '500; the card is not charged.'],
    ['error_after_charge', '4000000000000119', '500 after the charge', 'unknown', 1, 'The card is charged, then 500.'],
    ['http_502', '4000000000004111', '502', 'unknown', 0, 'A gateway in front of the service: 502.'],
    ['http_503', '4000000000004129', '503', 'unknown', 0, 'A gateway in front of the service: 503.'],
    ['http_504', '4000000000004137', '504', 'unknown', 0, 'A gateway in front of the service: 504.'],
    ['html', '4000000000004202', 'HTML page', 'unknown', 1, 'The card is charged, then 200 with a web page.'],
    ['redirect', '4000000000004236', '302 redirect', 'unknown', 0, 'The service redirects; nobody follows.'],
  ]),
  ...table('network', [
    ['timeout', '4000000000004145', 'Timeout', 'unknown', 1, 'The card is charged, and no answer ever comes.'],
    [
      'connection_refused',
      '4000000000004152',
      'Connection refused',
      'not_charged',
      0,
      'Nothing listens at the service.',
      'shop',
    ],
    ['reset_before_charge', '4000000000004160', 'Reset before charging', 'unknown', 0, 'RST, and nothing was charged.'],
    ['reset_after_charge', '4000000000004178', 'Reset after charging', 'unknown', 1, 'The card is charged, then RST.'],
    ['close', '4000000000004186', 'Close without answer', 'unknown', 1, 'The card is charged, then FIN.'],
    ['cut_body', '4000000000004194', 'Cut body', 'unknown', 1, 'The card is charged; half of the answer comes.'],
    ['offline', '4000000000004251', 'Offline', 'not_charged', 0, 'The browser has no network.', 'page'],
  ]),
];

export const findScenario = (id: string): Scenario | undefined => SCENARIOS.find((scenario) => scenario.id === id);

export const scenarioOfCard = (number: string): Scenario | undefined =>
  SCENARIOS.find((scenario) => scenario.card === number);
