import 'payment-widget-testing/cypress';
