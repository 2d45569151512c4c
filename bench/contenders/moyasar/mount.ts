import { exposeMount } from '../shared/expose-mount.js';
import { startForm } from './form.js';

exposeMount((container) => {
  startForm(container);
  return () => {
    container.remove(); // the API has no way to unmount
  };
});
