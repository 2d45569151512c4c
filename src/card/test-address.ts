/** A made-up address that passes every check. */
export const TEST_ADDRESS = { 'address-line1': '1 Test Street', city: 'Testville', region: 'Test' } as const;
