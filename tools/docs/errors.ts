import { UNAVAILABLE } from '../../src/i18n/first-messages.js';
import { ERRORS, type ErrorOutcome, type PaymentErrorCode } from '../../src/contract/errors.js';
import { REMEDIABLE } from '../../src/element/behaviour/load-setup-hints.js';
import { LEVELS, type FindingLevel, type HintName } from '../../src/element/setup-hints/finding.js';
import { ENGLISH, FAILURE_MESSAGES } from '../../src/i18n/messages.js';
import { HINTS } from './error-texts/hints.js';
import { REJECTED } from './error-texts/rejected.js';
import { SETUP } from './error-texts/setup.js';
import { STOPPED } from './error-texts/stopped.js';
import type { ErrorText } from './error-texts/text.js';
import { UNKNOWN } from './error-texts/unknown.js';
import { code, list, table } from './markdown.js';

/** Every code has a text: the type of `ERRORS` requires it. */
const TEXTS: Readonly<Record<PaymentErrorCode, ErrorText>> = { ...SETUP, ...STOPPED, ...REJECTED, ...UNKNOWN };

const OUTCOMES = { not_charged: 'Not charged', unknown: 'May have been charged' } as const;

const RETRY = {
  not_charged: 'The shopper can try again.',
  unknown: 'If nothing was charged, the shopper can try again.',
} as const;

/** Codes that can end either way: the response decides. */
const EITHER: readonly PaymentErrorCode[] = ['store_unavailable', 'idempotency_key_reused'];

interface Group {
  readonly title: string;
  readonly about: string;
  /** What the shopper sees, unless a code has a message of its own. */
  readonly shown?: string;
  readonly codes: readonly PaymentErrorCode[];
}

const GROUPS: readonly Group[] = [
  {
    title: 'Configuration errors',
    about: 'The element is not set up correctly, so it sends nothing. Fix the page.',
    shown: `In place of the form: “${ENGLISH.configuration_title}”, with the code and the message for you.`,
    codes: keysOf(SETUP),
  },
  {
    title: 'Stopped in the browser',
    about: 'The payment ended before anything was sent.',
    codes: keysOf(STOPPED),
  },
  {
    title: 'Rejected by the proxy or the service',
    about: 'The proxy or the service refused the payment.',
    codes: keysOf(REJECTED),
  },
  {
    title: 'Outcome unknown',
    about: 'The card may have been charged. The shopper must not pay again until the payment is settled.',
    shown: `“${ENGLISH.unknown_checking_title}” while the proxy is asked for the outcome, then “${ENGLISH.unknown_title}”.`,
    codes: keysOf(UNKNOWN),
  },
];

export const errorBlocks = {
  /** One heading per code. */
  errors: () =>
    GROUPS.flatMap(({ title, about, shown, codes }) => [
      `## ${title}`,
      about,
      shown && `**The shopper sees:** ${shown}`,
      ...codes.map((name) => describe(name, shown)),
    ])
      .filter(Boolean)
      .join('\n\n'),

  /** A short list of what the integration check finds, beside the errors of payments. */
  'finding-codes': () =>
    table(
      ['Code', 'Level', 'Meaning', 'What to do'],
      [...LEVEL_ORDER.flatMap((level) => hintsOf(level)), ...FOUND_ERRORS.map(errorRow)],
    ),

  /** Findings of the integration check that are not errors of payments, with one heading each. */
  hints: () =>
    Object.entries(HINTS)
      .map(([name, text]) => [`### ${code(name)}`, ...explain(text)].join('\n\n'))
      .join('\n\n'),

  /** A short list with links. @param page - path of the page with the `errors` block, if it is another one */
  'error-codes': (page = '') =>
    GROUPS.map(({ title, codes }) =>
      [
        `**${title}**`,
        table(
          ['Code', 'Meaning'],
          codes.map((name) => [`[${code(name)}](${page}#${name})`, firstSentence(TEXTS[name].what)]),
        ),
      ].join('\n\n'),
    ).join('\n\n'),
};

const LEVEL_ORDER: readonly FindingLevel[] = ['error', 'warning', 'note'];

/** The errors that the check finds, too: of settings, and of payments if the developer can fix them. */
const FOUND_ERRORS = [...keysOf(SETUP), ...REMEDIABLE].filter((name, index, names) => names.indexOf(name) === index);

function hintsOf(level: FindingLevel): string[][] {
  const names = (Object.keys(HINTS) as HintName[]).filter((name) => LEVELS[name] === level);
  return names.map((name) => [
    `[${code(name)}](#${name})`,
    level,
    firstSentence(HINTS[name].what),
    firstSentence(HINTS[name].fix),
  ]);
}

function errorRow(name: PaymentErrorCode): string[] {
  const { what, fix } = TEXTS[name];
  return [`[${code(name)}](errors.md#${name})`, 'error', firstSentence(what), firstSentence(fix)];
}

/** @param usual - what the shopper sees with every code of the group */
function describe(name: PaymentErrorCode, usual: string | undefined): string {
  const retry = ERRORS[name][1] ? ` ${RETRY[ERRORS[name][0]]}` : '';
  const shown = shownWith(name, usual);
  const parts = [
    `### ${code(name)}`,
    `**${outcomeOf(name)}.**${retry}`,
    ...explain(TEXTS[name]),
    shown && `**The shopper sees:** ${shown}`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

function explain({ what, cause, fix }: ErrorText): string[] {
  const causes = typeof cause === 'string' ? `**Cause:** ${cause}` : cause && `**Possible causes:**\n\n${list(cause)}`;
  return [what, causes ?? '', `**What to do:** ${fix}`].filter(Boolean);
}

function outcomeOf(name: PaymentErrorCode): string {
  const outcome: ErrorOutcome = ERRORS[name][0];
  return EITHER.includes(name) ? 'Not charged, or may have been charged' : OUTCOMES[outcome];
}

function shownWith(name: PaymentErrorCode, usual: string | undefined): string | undefined {
  if (EITHER.includes(name)) return `“${failure(name)}” If the card may have been charged: “${ENGLISH.unknown_title}”`;
  if (name === 'validation_failed') return 'the errors beside the fields.';
  if (name === 'submit_prevented')
    return `nothing. After \`waitUntil()\`, the text of the check, or “${failure(name)}”`;
  if (name === 'disabled') return 'nothing.';
  if (name === 'frame_unavailable') return `the content of the element, or “${UNAVAILABLE}”`;
  return !usual || name === 'invalid_request_body' ? `“${failure(name)}”` : undefined;
}

function failure(name: PaymentErrorCode): string {
  return ENGLISH[(FAILURE_MESSAGES[name] ?? 'failed_shop') as keyof typeof ENGLISH];
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

function keysOf(texts: Partial<Record<PaymentErrorCode, ErrorText>>): PaymentErrorCode[] {
  return Object.keys(texts) as PaymentErrorCode[];
}
