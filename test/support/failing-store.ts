import type { AttemptStore } from 'payment-widget-proxy/stores/store';

/** A store whose calls all fail. */
export function failingStore(error = new Error('no store')): AttemptStore {
  return {
    read: () => Promise.reject(error),
    swap: () => Promise.reject(error),
    list: () => {
      throw error;
    },
  };
}
