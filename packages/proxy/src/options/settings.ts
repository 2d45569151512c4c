import * as z from 'zod/mini';
import { quoteSafely } from './unusable-values.js';

/** A variable of the environment, for the program. */
export interface Setting {
  readonly name: string;
  readonly description: string;
  readonly default?: string;
  readonly example?: string;
  readonly isRequired?: true;
  /** Another setting without which it has no effect. */
  readonly needs?: string;
  /**
   * Reads the value from its text, which is never a placeholder.
   * @default the text
   * @throws {SettingError}
   */
  readonly read?: (text: string) => unknown;
}

/** A setting that sets an option. */
export interface OptionSetting extends Setting {
  /** The name of the option, such as `limits.clientId`. */
  readonly option: string;
  readonly schema: z.ZodMiniType;
}

/** A wrong value. The message continues the name of the setting, and contains no secret. */
export class SettingError extends Error {
  readonly subject: string | undefined;

  constructor(message: string, options?: ErrorOptions & { readonly subject?: string }) {
    super(message, options);
    this.subject = options?.subject;
  }
}

const settings = z.registry<Setting>();

export function settable<Schema extends z.ZodMiniType>(schema: Schema, setting: Setting | undefined): Schema {
  if (setting) settings.add(schema, setting);
  return schema;
}

type Rows = Readonly<Record<string, z.ZodMiniType>>;

/** @param groups - rows of options by the start of their names, such as `limits.` */
export function settingsIn(groups: Readonly<Record<string, Rows>>): readonly OptionSetting[] {
  return Object.entries(groups).flatMap(([prefix, rows]) =>
    Object.entries(rows).flatMap(([name, schema]) => {
      const setting = settings.get(schema);
      return setting ? [{ ...setting, option: prefix + name, schema }] : [];
    }),
  );
}

export const asList = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

export function asFlag(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new SettingError(`is ${quoteSafely(text)}. Expected "true" or "false".`);
}

/** `false` means no limit. */
export function asLimit(text: string): number | false {
  if (text === 'none') return false;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new SettingError(`is ${quoteSafely(text)}. Expected a positive integer, or "none".`);
}

export const asJson =
  (expected: string) =>
  (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      throw new SettingError(`is not JSON. Expected ${expected}.`);
    }
  };
