import type { Group } from './check.js';
import { answering } from './checks/answering.js';
import { echoing } from './checks/echoing.js';
import { mode } from './checks/mode.js';
import { origins } from './checks/origins.js';
import { ownErrors } from './checks/own-errors.js';
import { payments } from './checks/payments.js';
import { reaching } from './checks/reaching.js';
import { recovering } from './checks/recovering.js';
import { refusing } from './checks/refusing.js';
import { repeating } from './checks/repeating.js';
import { secrets } from './checks/secrets.js';

/** Every check, in the order in which they are run: those that look at all answers come last. */
export const GROUPS: readonly Group[] = [
  payments,
  refusing,
  origins,
  repeating,
  reaching,
  recovering,
  answering,
  echoing,
  ownErrors,
  mode,
  secrets,
];
