describe('the checkout', () => {
  beforeEach(() => {
    cy.visit('/');
    cy.get('[name=terms]').check(); // your own input, in a slot of the form
  });

  it('thanks the shopper', () => {
    cy.fillPayment({ card: 'success', fields: { email: 'ada@example.com' } });
    cy.pay().its('outcome').should('equal', 'paid');
    cy.expectOutcome('paid');
    cy.get('h1').should('contain.text', 'Thank you');
  });

  it('lets the shopper pay with another card after a decline', () => {
    cy.fillPayment({ card: 'declined' });
    cy.pay();
    cy.expectOutcome('failed', { code: 'declined' });
    cy.fillPayment({ card: 'success' });
    cy.pay();
    cy.expectOutcome('paid');
  });

  it('says which field is wrong', () => {
    cy.fillPayment({ fields: { 'card-expiry': '01/20' } });
    cy.pay().its('code').should('equal', 'validation_failed');
    cy.widget({ error: 'card-expiry' }).should('be.visible');
    cy.widget({ field: 'card-expiry' }).should('have.value', '01 / 20');
  });
});
