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
  partSelector,
  PAY_TIMEOUT,
} from './steps/payment-steps.js';

/**
 * Commands for Cypress. Import this module in the support file: `import 'payment-widget-testing/cypress';`
 */

export * from './steps/options.js';

/** Options of `cy.widget()`. Set at most one of `field`, `error` and `part`. Without them, it yields the element. */
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

/** The step reports its own, more exact error first. */
const MARGIN_MS = 5000;

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
    const timeout = (options.timeout ?? FILL_TIMEOUT) + MARGIN_MS;
    return cy.window({ log: false }).then({ timeout }, async ({ document }) => {
      await fillPayment(document, options);
      return null; // without a value, the command would yield the window
    });
  });

  Commands.add('pay', (options: StepOptions = {}) => {
    const timeout = (options.timeout ?? PAY_TIMEOUT) + MARGIN_MS;
    return cy.window({ log: false }).then({ timeout }, ({ document }) => pay(document, options));
  });

  Commands.add('expectOutcome', (outcome: Outcome, options: OutcomeOptions = {}) =>
    cy.window({ log: false, timeout: options.timeout ?? OUTCOME_TIMEOUT }).should(({ document }) => {
      const error = mismatch(outcome, options, shownIn(document, options));
      if (error) throw error;
    }),
  );
}

function selectorOf({ field, error, part }: WidgetCommandOptions): string | undefined {
  if (field) return inputSelector(field);
  if (error) return errorSelector(error);
  return part && partSelector(part);
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
      /** Does the same as `fillPayment()` of `payment-widget-testing/element`. */
      fillPayment(options?: FillOptions): Chainable<null>;
      /** Does the same as `pay()` of `payment-widget-testing/element`. */
      pay(options?: StepOptions): Chainable<PaymentResult>;
      /** Does the same as `expectOutcome()` of `payment-widget-testing/element`. */
      expectOutcome(outcome: Outcome, options?: OutcomeOptions): Chainable<Window>;
    }
  }
}
