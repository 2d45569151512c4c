/** A plate of 36 by 24 units. */
export interface BrandMark {
  readonly plate: string;
  readonly shapes?: readonly (readonly [fill: string, path: string])[];
  /** Letters as strokes, so that no font is needed. */
  readonly letters?: readonly [stroke: string, width: number, path: string];
}

/** The marks of the brands that most cards have. The others are in `card-data.ts`. */
export const BRAND_MARKS: Readonly<Record<string, BrandMark>> = {
  visa: {
    plate: '#fff',
    letters: [
      '#1434cb',
      2,
      'M6.4 8L7.7 16L12.5 8M15.2 8L13.4 16M22 9.4C21.6 7.8 18.2 7.7 17.7 10C17.1 12.6 21.7 11.2 21.1 13.9C20.6 16.3 16.7 16.3 16.5 14.4M23.4 16L28.2 8L29.6 16M25.1 13.3L29.1 13.3',
    ],
  },
  mastercard: {
    plate: '#fff',
    shapes: [
      ['#eb001b', 'M7.7 12a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0'],
      ['#f79e1b', 'M15.3 12a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0'],
      ['#ff5f00', 'M18 6.7a6.5 6.5 0 0 1 0 10.6a6.5 6.5 0 0 1 0-10.6'],
    ],
  },
  'american-express': {
    plate: '#006fcf',
    letters: [
      '#fff',
      1.7,
      'M4.2 15.5L6.9 8.5L9.7 15.5M5.2 13.1H8.7M12.1 15.5V8.5L15.1 12.8L18.1 8.5V15.5M24.4 8.5H20.5V15.5H24.4M20.5 12H24M26.8 8.5L31.8 15.5M31.8 8.5L26.8 15.5',
    ],
  },
};
