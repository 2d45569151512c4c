/**
 * A result of a payment in the sandbox. Select it on the QA page, or use its card number with a Test key. All scenarios
 * are inventions of the sandbox: the interface of the payments service shows no test cards and only the status `200 OK`.
 */
export interface Scenario<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  readonly group: 'success' | 'refused' | 'bank' | 'unknown' | 'network';
  /** Card number that triggers it, with a valid check digit. */
  readonly card: string;
  readonly description: string;
  /** The first outcome that the shopper sees. */
  readonly outcome: 'paid' | 'pending' | 'not_charged' | 'unknown';
  /** Number of charges in the end. */
  readonly charges: 0 | 1;
  /** Where it happens: at the service, at the shopper's bank, in the merchant's server, or in the page. */
  readonly by: 'service' | 'bank' | 'shop' | 'page';
}

/** Request header that selects a scenario by its ID, for any card and key. */
export const SCENARIO_HEADER = 'Sandbox-Scenario';

type Row<Id extends string> = readonly [
  id: Id,
  card: string,
  label: string,
  outcome: Scenario['outcome'],
  charges: 0 | 1,
  description: string,
  by?: 'shop' | 'page',
];

const table = <Id extends string>(group: Scenario['group'], rows: readonly Row<Id>[]): readonly Scenario<Id>[] =>
  rows.map(([id, card, label, outcome, charges, description, by]) => ({
    id,
    card,
    label,
    outcome,
    charges,
    description,
    by: by ?? (group === 'bank' ? 'bank' : 'service'),
    group,
  }));

export const SCENARIOS = [
  ...table('success', [
    ['success', '4242424242424242', 'Success', 'paid', 1, '200 with the payment.'],
    ['success_slow', '4000000000004012', 'Slow success (8 s)', 'paid', 1, '200 after 8 s.'],
    ['pending', '4000000000004228', '202 pending', 'pending', 1, '202 at once. The card is charged 5 s later.'],
    ['empty', '4000000000004210', 'Empty 200', 'paid', 1, '200 without a body.'],
    ['echo_key', '4000000000004244', 'Response with the key', 'paid', 1, '200 with a body that contains the API key.'],
    ['card_price', '4000009900000004', 'Price by card', 'paid', 1, 'It costs 2.00 more. Press Pay again.', 'shop'],
  ]),
  ...table('refused', [
    ['declined', '4000000000000002', 'Declined', 'not_charged', 0, '402 Payment Required.'],
    ['invalid', '4000000000004020', 'Invalid, with field errors', 'not_charged', 0, '400 with field errors.'],
    ['http_401', '4000000000004038', '401', 'not_charged', 0, 'The service rejects the API key.'],
    ['http_403', '4000000000004046', '403', 'not_charged', 0, 'The API key lacks permission.'],
    ['http_404', '4000000000004053', '404', 'not_charged', 0, 'The operation does not exist.'],
    ['http_422', '4000000000004079', '422', 'not_charged', 0, 'The service cannot process the payment.'],
    ['http_429', '4000000000004087', '429 with Retry-After', 'not_charged', 0, 'Too many requests. Retry in 15 s.'],
    ['http_429_bare', '4000000000004095', '429 without Retry-After', 'not_charged', 0, 'Too many requests.'],
  ]),
  ...table('bank', [
    ['bank_confirmed', '4000000000003220', 'Confirmed', 'paid', 1, 'Confirm the payment on the page of the bank.'],
    ['bank_refused', '4000000000003238', 'Refused at the bank', 'not_charged', 0, 'Refuse it on the page of the bank.'],
    ['bank_late', '4000000000003246', 'Back too late', 'not_charged', 0, 'Come back after the time limit of the bank.'],
    ['bank_closed', '4000000000003253', 'Window closed', 'unknown', 0, 'Leave the bank, open the page again and pay.'],
  ]),
  ...table('unknown', [
    ['http_409', '4000000000004061', '409', 'unknown', 0, 'The service reports a conflict.'],
    ['http_500', '4000000000004103', '500', 'unknown', 0, '500. The card is not charged.'],
    ['error_after_charge', '4000000000000119', '500 after the charge', 'unknown', 1, 'The card is charged, then 500.'],
    ['http_502', '4000000000004111', '502', 'unknown', 0, '502 from a gateway in front of the service.'],
    ['http_503', '4000000000004129', '503', 'unknown', 0, '503 from a gateway in front of the service.'],
    ['http_504', '4000000000004137', '504', 'unknown', 0, '504 from a gateway in front of the service.'],
    ['html', '4000000000004202', 'HTML page', 'unknown', 1, 'The card is charged, then 200 with a web page.'],
    ['redirect', '4000000000004236', '302 redirect', 'unknown', 0, 'The service redirects. The proxy does not follow.'],
  ]),
  ...table('network', [
    ['timeout', '4000000000004145', 'Timeout', 'unknown', 1, 'The card is charged, but the service never responds.'],
    ['connection_refused', '4000000000004152', 'Connection refused', 'not_charged', 0, 'The service is down.', 'shop'],
    ['reset_before_charge', '4000000000004160', 'Reset before charging', 'unknown', 0, 'Reset without a charge.'],
    ['reset_after_charge', '4000000000004178', 'Reset after charging', 'unknown', 1, 'Reset after the charge.'],
    ['close', '4000000000004186', 'Closed without response', 'unknown', 1, 'The connection closes after the charge.'],
    ['cut_body', '4000000000004194', 'Incomplete body', 'unknown', 1, 'Half of the body, after the charge.'],
    [
      'cache',
      '4000000000004269',
      'Cached answer',
      'unknown',
      1,
      'A cache repeats the answer to another payment.',
      'page',
    ],
    ['worker', '4000000000004277', 'Service worker', 'unknown', 0, 'It answers 200, and sends nothing.', 'page'],
    ['offline', '4000000000004251', 'Offline', 'not_charged', 0, 'The browser has no network.', 'page'],
  ]),
] as const satisfies readonly Scenario[];

/** The name of a scenario. */
export type ScenarioId = (typeof SCENARIOS)[number]['id'];

export const findScenario = (id: string): Scenario<ScenarioId> | undefined =>
  SCENARIOS.find((scenario) => scenario.id === id);

export const scenarioOfCard = (number: string): Scenario<ScenarioId> | undefined =>
  SCENARIOS.find((scenario) => scenario.card === number);
