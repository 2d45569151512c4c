/** An address that passes every check and that nobody has. */
export const TEST_ADDRESS = { 'address-line1': '1 Test Street', city: 'Testville', region: 'Test' } as const;
