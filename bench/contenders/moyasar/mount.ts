import { exposeMount } from '../shared/expose-mount.js';
import { startForm } from './form.js';

exposeMount(startForm);
