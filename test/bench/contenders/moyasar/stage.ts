import { offerMount } from '../shared/mount.js';
import { startForm } from './form.js';

offerMount((container) => {
  startForm(container);
  return () => {
    container.remove(); // it has no other way to be taken away
  };
});
