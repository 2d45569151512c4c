import type { PaymentSession } from '../payment/payment-session.js';
import type { CheckedSettings } from './checked-settings.js';
import type { PaymentState } from './events.js';
import type { OutcomeReactions } from './outcome-reactions.js';
import { PaymentReadyEvent } from './payment-events.js';
import type { Submission } from './submission.js';
import type { Widget } from './widget-properties.js';

interface Sources {
  readonly widget: Widget;
  readonly settings: CheckedSettings;
  readonly session: PaymentSession;
  readonly submission: Submission;
  readonly reactions: Pick<OutcomeReactions, 'failure'>;
}

/** What the form is doing, for the page: a property, CSS states, and `payment-ready`. */
export class CardFormState {
  hasRendered = false;
  readonly #states: CustomStateSet;
  readonly #sources: Sources;
  /** The proxy that `payment-ready` was about. */
  #readyFor: string | undefined;
  /** Whether the last render has shown nothing about the proxy. */
  #wasPlain = true;

  constructor(states: CustomStateSet, sources: Sources) {
    this.#states = states;
    this.#sources = sources;
  }

  get value(): PaymentState {
    const { session, submission, settings, reactions } = this.#sources;
    const { name } = session.state;
    if (name === 'checking') return 'loading';
    if (submission.isWaiting) return 'busy';
    if (name !== 'idle' && name !== 'failed') return name;
    if (reactions.failure || settings.problem) return 'failed';
    return this.hasRendered && settings.proxy.settled ? 'ready' : 'loading';
  }

  /** Whether the loaded configuration of the proxy changes what is shown. In Live mode, it usually does not. */
  get showsConfig(): boolean {
    const { widget, settings } = this.#sources;
    const wasReady = this.#readyFor === settings.current?.proxyUrl;
    return !this.hasRendered || widget.isUpdatePending || wasReady || !this.#wasPlain || !this.#isPlain;
  }

  get #isPlain(): boolean {
    const { mode, refusal, config } = this.#sources.settings.proxy;
    return mode !== 'test' && !refusal && !config.brands && !config.networks;
  }

  /** Returns whether it was the first render. */
  onRender(): boolean {
    const isFirst = !this.hasRendered;
    this.hasRendered = true;
    this.#wasPlain = this.#isPlain;
    this.show();
    return isFirst;
  }

  readonly show = (): void => {
    this.#states.clear();
    this.#states.add(this.value);
    if (this.#sources.settings.proxy.mode === 'test') this.#states.add('test');
  };

  /** Dispatches `payment-ready` once per proxy. */
  dispatchReady(): void {
    const { widget, settings } = this.#sources;
    const proxyUrl = settings.current?.proxyUrl;
    if (this.value !== 'ready' || this.#readyFor === proxyUrl) return;
    this.#readyFor = proxyUrl;
    const { mode, capabilities } = settings.proxy;
    widget.dispatchEvent(new PaymentReadyEvent({ mode, capabilities }));
  }
}
