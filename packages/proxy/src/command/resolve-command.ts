import { canonicalReference } from 'payment-widget/contract';
import { Attempts } from '../attempts/attempts.js';
import { listAttempts, type ListedAttempt } from '../attempts/list-attempts.js';
import { isSettledState } from '../attempts/record.js';
import { quoteSafely } from '../options/unusable-values.js';
import type { AttemptStore } from '../stores/store.js';
import { CommandError, config, createCommand, flag, UsageError } from './command-line.js';
import { formatAttempts, printable } from './list-command.js';
import { withAttempts } from './open-store.js';

type Outcome = 'succeeded' | 'failed';

/** What the arguments say. */
interface Wanted {
  /** The reference of an order, or the key of an attempt. */
  readonly name: string;
  readonly outcome: Outcome;
  readonly override: boolean;
}

export const runResolve = createCommand({
  synopsis: `payment-widget-proxy resolve <reference|key> succeeded [options]
       npx --no payment-widget-proxy resolve <key> failed [options]`,
  about: `Settles a payment attempt whose outcome is unknown or pending. Look the payment up at the service first.
"failed" means certainly not charged, and lets the order be paid again.
<key> is the Idempotency-Key of an attempt. <reference> is the order: it must have exactly one attempt to settle. "failed" needs the
key, since the order may have another attempt than the one that you have looked up.`,
  options: { override: flag('corrects an attempt that was settled by mistake'), config },
  notes: `Settings: PAYMENTS_STORE and PAYMENTS_MODE, as for the proxy, which may be running. It tells SETTLED_URL within seconds.
An attempt in progress is never changed.
Exit codes: 0 if the attempt has this outcome now, 1 if not, 2 for invalid arguments.
`,
  allowPositionals: true,
  run({ values: { config: file, override }, positionals }, env, streams) {
    const [name, outcome, ...others] = positionals;
    if (name === undefined || name === '' || others.length > 0) {
      throw new UsageError('Expected the reference of an order or the key of an attempt, and "succeeded" or "failed".');
    }
    if (!isSettledState(outcome)) {
      throw new UsageError(`The outcome is ${quoteSafely(outcome)}. Expected "succeeded" or "failed".`);
    }
    return withAttempts(env, file, async (store, mode) => {
      const attempt = await choose(store, mode, { name, outcome, override });
      if (attempt.state !== outcome) {
        if (outcome === 'failed' && attempt.key !== name) throw explain(NEEDS_KEY, [attempt]);
        await settle(store, attempt, outcome);
      }
      const order = attempt.reference === undefined ? 'Attempt' : `${printable(attempt.reference)}: attempt`;
      const change = attempt.state === outcome ? `was ${outcome} already` : `${attempt.state} → ${outcome}`;
      streams.out(`${order} ${attempt.attempt} ${change}\n`);
      return 0;
    });
  },
});

const NEEDS_KEY =
  'Nothing was changed: "failed" needs the key of the attempt. Look this attempt up at the service, and repeat the command with its key.';

async function choose(store: AttemptStore, mode: string, { name, outcome, override }: Wanted): Promise<ListedAttempt> {
  const open = await find(store, name, true);
  const settled = open.length > 0 ? [] : await find(store, name, false); // this is slow, since it reads all attempts
  const wrong = settled.filter(({ state }) => state !== outcome);
  const isRight = settled.length === 1 && wrong.length === 0;
  const candidates = open.length > 0 ? open : isRight ? settled : override ? wrong : [];
  const [attempt, other] = candidates;
  if (other)
    throw explain('Several attempts can be meant. Repeat the command with the key of one of them.', candidates);
  if (attempt?.state === 'processing') {
    throw explain('This attempt is in progress: its response may still arrive. Nothing was changed.', candidates);
  }
  if (attempt) return attempt;
  if (settled.length === 0) throw new CommandError(`No ${mode} attempt has this reference or key.`);
  throw explain('Nothing to settle. To correct a settled attempt, add --override.', settled);
}

async function find(store: AttemptStore, name: string, open: boolean): Promise<ListedAttempt[]> {
  const reference = canonicalReference(name);
  const found: ListedAttempt[] = [];
  for await (const attempt of listAttempts(store, { open })) {
    if (attempt.key === name || attempt.reference === reference) found.push(attempt);
  }
  return found;
}

const explain = (text: string, attempts: readonly ListedAttempt[]) =>
  new CommandError(`${text}\n\n${formatAttempts(attempts).trimEnd()}`);

async function settle(store: AttemptStore, { key, state }: ListedAttempt, outcome: Outcome): Promise<void> {
  const attempts = new Attempts(store);
  const isOpen = state === 'unknown' || state === 'pending';
  const result = isOpen ? await attempts.resolve(key, outcome) : await attempts.override(key, outcome);
  if (typeof result === 'object') return;
  throw new CommandError(
    result === 'order_held'
      ? 'Nothing was changed: another attempt holds the order. Check both at the service.'
      : 'The attempt has changed meanwhile. Nothing was changed. List it again.',
  );
}
