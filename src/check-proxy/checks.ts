import type { Group } from './check.js';
import { attempts } from './checks/attempts.js';
import { invalidRequests } from './checks/invalid-requests.js';
import { masking } from './checks/masking.js';
import { mode } from './checks/mode.js';
import { networks } from './checks/networks.js';
import { nextActions } from './checks/next-actions.js';
import { orderTokens } from './checks/order-tokens.js';
import { origins } from './checks/origins.js';
import { payments } from './checks/payments.js';
import { problemDocuments } from './checks/problem-documents.js';
import { repeatedPayments } from './checks/repeated-payments.js';
import { secrets } from './checks/secrets.js';
import { serviceRequests } from './checks/service-requests.js';
import { serviceResponses } from './checks/service-responses.js';
import { strangers } from './checks/strangers.js';

/** Every check, in running order. Checks that examine all responses come last. */
export const GROUPS: readonly Group[] = [
  payments,
  invalidRequests,
  networks,
  origins,
  repeatedPayments,
  serviceRequests,
  attempts,
  strangers,
  orderTokens,
  serviceResponses,
  nextActions,
  masking,
  problemDocuments,
  mode,
  secrets,
];
