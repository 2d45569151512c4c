import {
  FIELD_NAMES,
  INPUT_IDS,
  TEST_ADDRESS,
  cardBrand,
  exampleAmount,
  hasRegions,
  isAddressField,
  isCardData,
  isFieldName,
  testValues,
  type FieldName,
} from 'payment-widget/contract';
import { SCENARIOS, type Scenario } from '../sandbox/scenarios.js';
import type { ShownInput, Snapshot } from './inspect.js';
import { PaymentTestError, type FieldValues, type FillOptions, type TestCard } from './options.js';
import { describeSnapshot, inspectUntil, startLimit, type Limit, type WidgetHandle } from './payment-steps.js';

export type Form = Pick<WidgetHandle, 'inspect' | 'write'>;

export async function fillForm(form: Form, options: FillOptions, limit: Limit): Promise<void> {
  const { card, fields = {} } = options;
  const number = cardNumberOf(card);
  const given = readFields(fields);
  let snapshot = await whenShown(form, limit);
  const hasChosen = await chooseCountry(form, snapshot, fields);
  if (hasChosen || findInput(snapshot, 'region')) snapshot = await whenListed(form, limit);
  for (const [name] of given) requireField(name, snapshot);

  const samples = sampleValues(snapshot, number, fields);
  for (const { id } of snapshot.inputs) {
    const name = nameOf(id);
    const input = findInput(snapshot, name);
    if (!name || !input || name === 'country') continue;
    const isKept = input.value !== '' && !isCardData(name);
    const value = fields[name] ?? (isKept ? undefined : samples[name]);
    if (value === undefined) continue;
    const isAny = fields[name] === undefined;
    await form.write(name, input.choices ? choiceOf(name, input.choices, value, isAny) : value, !!input.choices);
  }
}

/** Other scenarios happen in the shop or in the page. */
const CARDS = SCENARIOS.filter(({ by }: Scenario) => by === 'service' || by === 'bank');

/** @throws {PaymentTestError} `unknown_card` */
function cardNumberOf(card: TestCard = 'success'): string {
  const known = CARDS.find(({ id }) => id === card);
  if (known) return known.card;
  const digits = card.replace(/[ -]/g, '');
  if (/^\d{8,24}$/.test(digits)) return digits;
  const names = CARDS.map(({ id }) => id).join(', ');
  throw new PaymentTestError('unknown_card', `Unknown card "${card}". Use the digits of a card, or one of ${names}.`);
}

function readFields(fields: FieldValues): readonly (readonly [FieldName, string])[] {
  return Object.entries(fields).flatMap(([name, value]: [string, string | undefined]) => {
    if (isFieldName(name)) return value === undefined ? [] : [[name, value] as const];
    throw new PaymentTestError('unknown_field', `Unknown field "${name}". Use one of ${FIELD_NAMES.join(', ')}.`);
  });
}

async function whenShown(form: Form, limit: Limit): Promise<Snapshot> {
  const snapshot = await inspectUntil(form, ({ canFill }) => canFill, limit);
  if (snapshot.canFill) return snapshot;
  const message = `There is no form to fill in after ${limit.timeoutMs} ms. ${describeSnapshot(snapshot)}`;
  throw new PaymentTestError('no_form', message);
}

/** The country decides about the other fields of an address. @returns whether it was set now */
async function chooseCountry(form: Form, snapshot: Snapshot, { country }: FieldValues): Promise<boolean> {
  const input = findInput(snapshot, 'country');
  const wanted = country ?? (input?.value === '' ? 'GB' : undefined);
  if (!input?.choices || wanted === undefined) return false;
  await form.write('country', choiceOf('country', input.choices, wanted), true);
  return true;
}

/**
 * Waits for the list of regions, if the country has one. Until then, the region can be typed, but the list would not take over each text.
 * If the list is not loaded in half of the time, it counts as lost.
 */
function whenListed(form: Form, limit: Limit): Promise<Snapshot> {
  const isListed = (snapshot: Snapshot) => {
    const region = findInput(snapshot, 'region');
    return !region || region.choices !== undefined || !hasRegions(countryOf(snapshot) ?? '');
  };
  return inspectUntil(form, isListed, startLimit(limit.left() / 2));
}

function requireField(name: FieldName, snapshot: Snapshot): void {
  if (findInput(snapshot, name)) return;
  const country = findInput(snapshot, 'country')?.value;
  const shown = snapshot.inputs.map(({ id }) => nameOf(id)).join(', ');
  const reason = country && isAddressField(name) ? ` for the country ${country}` : '';
  throw new PaymentTestError('field_not_shown', `The form does not show ${name}${reason}. It shows ${shown}.`);
}

function choiceOf(name: FieldName, choices: NonNullable<ShownInput['choices']>, wanted: string, isAny = false): string {
  const found = choices.find(([value, label]) => (isAny ? value : value === wanted || label.trim() === wanted));
  if (found) return found[0];
  const some = choices.slice(1, 6).map(([value, label]) => `${value} (${label})`);
  const message = `The list of ${name} has no "${wanted}". Use a value or a label, such as ${some.join(', ')}.`;
  throw new PaymentTestError('unknown_choice', message);
}

/** Values for the fields that a test does not care about: those of the button "Use a test card". */
function sampleValues(snapshot: Snapshot, number: string, fields: FieldValues): FieldValues {
  const typed = Object.fromEntries(
    snapshot.inputs.map(({ id, value }) => [nameOf(id), id === INPUT_IDS.country ? value : '']),
  ) as FieldValues;
  const { currency = 'EUR', exponents, min, max } = snapshot;
  const rules = { currency, locale: 'en', exponents, min, max, country: countryOf(snapshot) };
  const pan = fields['card-number'] ?? number;
  return {
    ...testValues(typed, rules),
    ...TEST_ADDRESS,
    amount: exampleAmount(rules).replace(/\.0+$/, ''), // a whole number is read alike in all languages
    'card-number': pan,
    ...(cardBrand(pan)?.cvcLength === 4 && { 'card-cvc': '1234' }),
  };
}

function countryOf(snapshot: Snapshot): string | undefined {
  const input = findInput(snapshot, 'country');
  const isAssumed = !input && snapshot.inputs.some(({ id }) => isAddressField(nameOf(id) ?? ''));
  return input?.value || snapshot.country || (isAssumed ? snapshot.localCountry : undefined);
}

function findInput({ inputs }: Snapshot, name: FieldName | undefined): ShownInput | undefined {
  return name && inputs.find(({ id }) => id === INPUT_IDS[name]);
}

function nameOf(id: string): FieldName | undefined {
  return FIELD_NAMES.find((name) => INPUT_IDS[name] === id);
}
