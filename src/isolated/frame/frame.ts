import { adoptDocumentStyles, loadFonts } from './appearance.js';
import { FramedElement, serve } from './page-connection.js';
import { connect } from './port.js';

const { ancestors = '', fonts } = document.documentElement.dataset;

customElements.define('payment-form', FramedElement);
adoptDocumentStyles();
loadFonts(fonts);
connect(ancestors.split(' '), serve);
