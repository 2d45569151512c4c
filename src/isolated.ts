import { IsolatedElement } from './isolated/page/isolated-element.js';

export { loadHost } from './isolated/load.js';

// A second copy or version of the script does nothing.
if (!customElements.get('payment-widget')) customElements.define('payment-widget', IsolatedElement);
