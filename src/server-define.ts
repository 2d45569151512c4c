import { defineStandIn } from './element/stand-in.js';

/** Replaces `define.ts` outside browsers. */
defineStandIn();
