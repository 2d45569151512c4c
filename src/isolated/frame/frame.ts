import { adoptDocumentStyles, loadFonts } from './appearance.js';
import { FramedElement, FramedForm } from './framed-form.js';
import { connect } from './port.js';

const { ancestors = '', fonts } = document.documentElement.dataset;

customElements.define('payment-form', FramedElement);
adoptDocumentStyles();
loadFonts(fonts);
connect(ancestors.split(' '), (port) => {
  new FramedForm(port);
});
