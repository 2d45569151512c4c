// Taken before a test can replace it by a fake clock.
const { setTimeout } = globalThis;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
