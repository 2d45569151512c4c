// Names each form for screen readers: otherwise they are called "Card payment 1" and so on.
for (const section of document.querySelectorAll('section')) {
  const { textContent } = section.querySelector('h2');
  section.querySelector('payment-widget').messages = { form: `Card payment: ${textContent}` };
}
