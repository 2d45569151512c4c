import { openProgramStore } from '../open-program-store.js';
import type { OpenStore } from 'payment-widget-testing/store-tests/support';

/** In the folder of the environment variable `STORE_FOLDER`. */
export const open: OpenStore = () => openProgramStore(`lmdb:${process.env.STORE_FOLDER ?? ''}`);
