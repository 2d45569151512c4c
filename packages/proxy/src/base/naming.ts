/** How messages name an option: by its name in code, or by its setting of the program. */
export interface Naming {
  /** @param option - such as `limits.clientId` */
  readonly of: (option: string) => string;
  readonly set: (option: string, value: string) => string;
}

export const IN_CODE: Naming = { of: (option) => option, set: (option, value) => `${option}: ${value}` };

/** A message that names options is a function. */
export type Text = string | ((naming: Naming) => string);

export const toText = (text: Text, naming = IN_CODE): string => (typeof text === 'string' ? text : text(naming));
