export const random = (from: number, to: number): number => from + Math.random() * (to - from);

export const chance = (probability: number): boolean => Math.random() < probability;
