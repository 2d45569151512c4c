import { ERRORS, isPaymentErrorCode } from '../../src/contract/errors.js';
import { classifyStatus } from '../../src/contract/protocol.js';
import { createContractSchema } from '../contract-schema.js';
import { code, list, table } from './markdown.js';
import { PROBLEMS } from './problems.js';

interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const { $defs: shapes } = createContractSchema() as { readonly $defs: Readonly<Record<string, JsonSchema>> };

export const contractBlocks = {
  /** `contract outcomes`, `contract errors`, or `contract NAME` for the members of a shape of the JSON Schema. */
  contract(name = ''): string {
    if (name === 'outcomes') return outcomeTable();
    if (name === 'errors') return errorTable();
    if (name === 'shapes') return shapeList();
    const shape = shapes[name];
    if (!shape)
      throw new Error(`There is no "${name}". Expected outcomes, errors, shapes, ${Object.keys(shapes).join(', ')}.`);
    return shapeTable(shape);
  },
};

/** Statuses by the outcome that they imply. Every other status is `unknown`. */
function outcomeTable(): string {
  const statuses = Array.from({ length: 400 }, (_, index) => index + 200);
  const outcomeOf = (status: number) => classifyStatus(status, { kind: 'none' }).outcome;
  const of = (outcome: string) => statuses.filter((status) => outcomeOf(status) === outcome).join(', ');
  return table(
    ['Status', 'Outcome'],
    [...['paid', 'pending', 'not_charged'].map((outcome) => [of(outcome), code(outcome)]), ['all others', '`unknown`']],
  );
}

function errorTable(): string {
  return table(
    ['Status', 'Code', 'Outcome', 'When'],
    PROBLEMS.map(([status, name, when]) => {
      const outcome = isPaymentErrorCode(name) ? ERRORS[name][0] : 'not_charged';
      return [String(status), code(name), code(outcome), when];
    }),
  );
}

function shapeList(): string {
  return list(Object.entries(shapes).map(([name, { description = '' }]) => `${code(name)}: ${description}`));
}

function shapeTable({ properties = {}, required = [] }: JsonSchema): string {
  return table(
    ['Member', 'Type', 'Required', 'Description'],
    Object.entries(properties).map(([name, schema]) => [
      code(name),
      typeOf(schema),
      required.includes(name) ? 'yes' : '',
      [schema.description, rangeOf(schema)].filter(Boolean).join(' '),
    ]),
  );
}

function typeOf({ type, const: value, enum: values }: JsonSchema): string {
  if (value !== undefined) return code(JSON.stringify(value));
  if (!values) return type ?? 'any';
  return values.length > 5 ? 'string' : values.map((one) => code(JSON.stringify(one))).join(' or ');
}

function rangeOf({ minimum, maximum, maxLength, minLength = 0 }: JsonSchema): string {
  if (maxLength !== undefined) {
    const max = maxLength.toLocaleString('en');
    return minLength > 0 ? `${minLength} to ${max} characters.` : `At most ${max} characters.`;
  }
  const isLimited = maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER;
  return isLimited ? `${(minimum ?? 0).toLocaleString('en')} to ${maximum.toLocaleString('en')}.` : '';
}
