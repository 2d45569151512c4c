import type { FieldName } from 'payment-widget/contract';
import { fillPayment, pay } from './element.js';
import { findWidget, shownIn } from './steps/elements.js';
import {
  PaymentTestError,
  type FillOptions,
  type Outcome,
  type OutcomeOptions,
  type PaymentResult,
  type StepOptions,
  type WidgetOptions,
} from './steps/options.js';
import {
  errorSelector,
  FILL_TIMEOUT,
  inputSelector,
  mismatch,
  OUTCOME_TIMEOUT,
  PAY_TIMEOUT,
} from './steps/payment-steps.js';

/**
 * Commands for Cypress. Import this module in the support file: `import 'payment-widget-testing/cypress';`
 */

export * from './steps/options.js';

/** Options of `cy.widget()`. At most one of `field`, `error` and `part`; without them, the command yields the element. */
export interface WidgetCommandOptions extends WidgetOptions {
  /** Yields the input of a field. */
  readonly field?: FieldName | undefined;
  /** Yields the error of a field. */
  readonly error?: FieldName | undefined;
  /** Yields a part, such as `pay-button`, `result`, `summary` or `banner`. See the table of parts in `docs/element.md`. */
  readonly part?: string | undefined;
}

/** What Cypress has that the commands use. Its own types are those of the project. */
interface CypressLike {
  readonly Commands: {
    add(name: string, command: (...args: never[]) => unknown): void;
    addQuery(name: string, query: (...args: never[]) => (subject: unknown) => unknown): void;
  };
  readonly $: (element: readonly Element[]) => unknown;
}

interface CyLike {
  now(command: 'get', selector: string, options: object): (subject?: unknown) => ArrayLike<Element>;
  window(options: { readonly log: boolean; readonly timeout?: number }): {
    should(assertion: (window: Window) => void): unknown;
    then(options: { readonly timeout: number }, use: (window: Window) => unknown): unknown;
  };
}

const { Cypress, cy } = globalThis as { readonly Cypress?: CypressLike; readonly cy?: CyLike };

if (Cypress && cy) addCommands(Cypress, cy);

function addCommands({ Commands, $ }: CypressLike, cy: CyLike): void {
  Commands.addQuery('widget', (options: WidgetCommandOptions = {}) => {
    const getBody = cy.now('get', 'body', { log: false, withinSubject: null });
    const selector = selectorOf(options);
    return () => {
      const [body] = Array.from(getBody());
      if (!body) throw new PaymentTestError('no_widget', 'The page has no body yet.');
      const element = findWidget(body.ownerDocument, options);
      return $(selector ? [...(element.shadowRoot?.querySelectorAll(selector) ?? [])] : [element]);
    };
  });

  Commands.add('fillPayment', (options: FillOptions = {}) => {
    const timeout = withMargin(options.timeout ?? FILL_TIMEOUT);
    return cy.window({ log: false }).then({ timeout }, async ({ document }) => {
      await fillPayment(document, options);
      return null; // without a value, the command would yield the window
    });
  });

  Commands.add('pay', (options: StepOptions = {}) => {
    const timeout = withMargin(options.timeout ?? PAY_TIMEOUT);
    return cy.window({ log: false }).then({ timeout }, ({ document }) => pay(document, options));
  });

  Commands.add('expectOutcome', (outcome: Outcome, options: OutcomeOptions = {}) =>
    cy.window({ log: false, timeout: options.timeout ?? OUTCOME_TIMEOUT }).should(({ document }) => {
      const error = mismatch(outcome, options, shownIn(document, options));
      if (error) throw error;
    }),
  );
}

/** The step reports its own, more exact error first. */
function withMargin(timeout: number): number {
  return timeout + 5000;
}

function selectorOf({ field, error, part }: WidgetCommandOptions): string | undefined {
  if (field) return inputSelector(field);
  if (error) return errorSelector(error);
  return part && `[part~="${part}"]`;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-unused-vars -- Cypress has its members
  interface JQuery<TElement = HTMLElement> {}

  // eslint-disable-next-line @typescript-eslint/no-namespace -- Cypress declares its commands there
  namespace Cypress {
    // eslint-disable-next-line @typescript-eslint/no-explicit-any, @typescript-eslint/no-unused-vars -- as Cypress has it
    interface Chainable<Subject = any> {
      /**
       * Yields the `<payment-widget>`, or a part of it. Open shadow roots are searched.
       * @throws {PaymentTestError} `no_widget`; `several_widgets` without the option `reference`
       */
      widget(options?: WidgetCommandOptions): Chainable<JQuery>;
      /**
       * Fills in the form: the given values, a test card, and sample values for other fields that are empty. Waits until the form is
       * there, and replaces the typed text. Your own inputs in slots are left alone.
       * @throws {PaymentTestError} `unknown_card`, `unknown_field`, `field_not_shown`, `unknown_choice`;
       *   `no_widget` or `no_form` after `timeout` ms, 10,000 by default; `several_widgets`
       */
      fillPayment(options?: FillOptions): Chainable<null>;
      /**
       * Presses the Pay button, once it can be pressed, and yields the outcome of that attempt. An invalid form is an outcome, too:
       * `failed` with the code `validation_failed`.
       * @throws {PaymentTestError} `no_pay_button`; `no_widget` or `no_outcome` after `timeout` ms, 20,000 by default;
       *   `several_widgets`
       */
      pay(options?: StepOptions): Chainable<PaymentResult>;
      /**
       * Waits until the element has an outcome. If the page has gone to `return-url`, the query of its URL counts. If it has
       * removed the element, the last outcome of the order counts that a step has seen, with `reference` only.
       * @throws {OutcomeError} after `timeout` ms, 10,000 by default, with the state of the element and what the shopper reads
       * @throws {PaymentTestError} `several_widgets`
       */
      expectOutcome(outcome: Outcome, options?: OutcomeOptions): Chainable<Window>;
    }
  }
}
