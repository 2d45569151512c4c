import { openStore } from '../../../src/program/open-store.js';
import type { OpenStore } from '../../../src/testing/support.js';

/** In the folder of the environment variable `STORE_FOLDER`. */
export const open: OpenStore = () => openStore(`lmdb:${process.env.STORE_FOLDER ?? ''}`);
