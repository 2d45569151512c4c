import { shape, type Check, type Members } from './check.js';

/**
 * The messages between the page and the frame. Each has a closed schema, which the side that receives it checks. None has a member for
 * card data.
 */

/** The versions of the messages that this code speaks, newest first: the present one and the one before, once there is one. */
export const VERSIONS: readonly number[] = [1];

/** The type of the only message that the frame takes from a window. It brings the port. */
export const CONNECT = 'payment-widget-connect';

/** What every message has. */
export interface Envelope<Type> {
  /** Version. */
  readonly v: number;
  readonly type: Type;
}

/** A message, from the members of each type. */
export type MessageOf<Types> = { [Type in keyof Types]: Envelope<Type> & Readonly<Types[Type]> }[keyof Types];

export type Schemas<Types> = Readonly<Record<keyof Types, Check>>;

/** The schema of a message. */
export const message = (members: Members): Check => shape({ v: Number.isInteger, type: Boolean, ...members });

/** @returns the message; `undefined` if it is not valid */
export function readMessage<Types>(
  schemas: Schemas<Types>,
  version: number,
  data: unknown,
): MessageOf<Types> | undefined {
  const { v, type } = (data ?? {}) as Partial<Envelope<unknown>>;
  if (v !== version || typeof type !== 'string' || !Object.hasOwn(schemas, type)) return undefined;
  return schemas[type as keyof Types](data) ? (data as MessageOf<Types>) : undefined;
}
