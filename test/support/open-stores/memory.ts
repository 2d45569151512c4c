import { openProgramStore } from '../open-program-store.js';
import type { OpenStore } from 'payment-widget-testing/store-tests/support';

export const open: OpenStore = () => openProgramStore('memory:');
