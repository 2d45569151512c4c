/** An address that passes every check, of no real place. */
export const TEST_ADDRESS = { 'address-line1': '1 Test Street', city: 'Testville', region: 'Test' } as const;
