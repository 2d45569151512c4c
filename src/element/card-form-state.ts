import type { PaymentError } from '../contract/errors.js';
import type { PaymentState } from './events.js';
import type { CardFormCore } from './form.js';
import { PaymentReadyEvent } from './payment-events.js';
import type { Submission } from './submission.js';

type StatedForm = Pick<CardFormCore, 'widget' | 'settings' | 'session'>;

/** What the form is doing, for the page: a property, CSS states, and `payment-ready`. */
export class CardFormState {
  hasRendered = false;
  /** Why the last payment failed, if the shopper can act on it. */
  failure: PaymentError | undefined;
  readonly #states: CustomStateSet;
  readonly #form: StatedForm;
  readonly #submission: Submission;
  /** The proxy that `payment-ready` was about. */
  #readyFor: string | undefined;
  /** Whether the last render has shown nothing about the proxy. */
  #wasPlain = true;

  constructor(states: CustomStateSet, form: StatedForm, submission: Submission) {
    this.#states = states;
    this.#form = form;
    this.#submission = submission;
  }

  get value(): PaymentState {
    const { session, settings } = this.#form;
    const { name } = session.state;
    if (name === 'checking') return 'loading';
    if (this.#submission.isWaiting) return 'busy';
    if (name !== 'idle' && name !== 'failed') return name;
    if (this.failure || settings.problem) return 'failed';
    return this.hasRendered && settings.proxy.settled ? 'ready' : 'loading';
  }

  /** Whether the loaded configuration of the proxy changes what is shown. In Live mode, it usually does not. */
  get showsConfig(): boolean {
    const { widget, settings } = this.#form;
    const wasReady = this.#readyFor === settings.current?.proxyUrl;
    return !this.hasRendered || widget.isUpdatePending || wasReady || !this.#wasPlain || !this.#isPlain;
  }

  get #isPlain(): boolean {
    const { mode, refusal, config } = this.#form.settings.proxy;
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
    if (this.#form.settings.proxy.mode === 'test') this.#states.add('test');
  };

  /** Dispatches `payment-ready` once per proxy. */
  dispatchReady(): void {
    const { widget, settings } = this.#form;
    const proxyUrl = settings.current?.proxyUrl;
    if (this.value !== 'ready' || this.#readyFor === proxyUrl) return;
    this.#readyFor = proxyUrl;
    const { mode, capabilities } = settings.proxy;
    widget.dispatchEvent(new PaymentReadyEvent({ mode, capabilities }));
  }
}
