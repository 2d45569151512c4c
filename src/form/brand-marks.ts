/** A simplified mark of a card network: a plate of 36 by 24 units with shapes and letters. */
export interface BrandMark {
  readonly plate: string;
  /** Colour and SVG path of each filled shape. */
  readonly shapes?: readonly (readonly [fill: string, path: string])[];
  /** Letters as strokes, so that no font is needed. */
  readonly letters?: readonly [stroke: string, width: number, path: string];
}

/** Marks by brand identifier. A brand without one is shown by name. */
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
  maestro: {
    plate: '#fff',
    shapes: [
      ['#eb001b', 'M7.7 12a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0'],
      ['#00a2e5', 'M15.3 12a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0'],
      ['#7375cf', 'M18 6.7a6.5 6.5 0 0 1 0 10.6a6.5 6.5 0 0 1 0-10.6'],
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
  'diners-club': {
    plate: '#fff',
    shapes: [
      ['#0079be', 'M10 12a8 8 0 1 1 16 0a8 8 0 1 1-16 0'],
      ['#fff', 'M16 6.3a6 6 0 0 0 0 11.4zM20 6.3a6 6 0 0 1 0 11.4z'],
    ],
  },
  discover: {
    plate: '#fff',
    shapes: [
      ['#f47216', 'M36 12v8a4 4 0 0 1-4 4H14C24 22 31 18 36 12'],
      ['#f47216', 'M16.9 10.3a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0'],
    ],
    letters: [
      '#111',
      1.1,
      'M2.7 8V12.6H3.6C6.2 12.6 6.2 8 3.6 8ZM7.4 8V12.6M11.8 8.8C11.3 7.9 9.4 7.8 9.4 9.2C9.4 10.7 11.8 9.8 11.8 11.4C11.8 12.8 9.6 12.8 9.2 11.7M16.4 9.1C15.7 7.4 13.6 7.9 13.6 10.3C13.6 12.7 15.7 13.2 16.5 11.5M21.8 8L23.5 12.6L25.3 8M29.5 8H26.9V12.6H29.5M26.9 10.3H29.2M31.2 12.6V8H32.5C34.1 8 34.1 10.5 32.5 10.5H31.2M32.5 10.5L33.8 12.6',
    ],
  },
  jcb: {
    plate: '#fff',
    shapes: [
      ['#0b4ea2', 'M7 7a3 3 0 0 1 3-3h3.5v13a3 3 0 0 1-3 3H7z'],
      ['#d7182a', 'M14.7 7a3 3 0 0 1 3-3h3.6v13a3 3 0 0 1-3 3h-3.6z'],
      ['#2a9c38', 'M22.5 7a3 3 0 0 1 3-3H29v13a3 3 0 0 1-3 3h-3.5z'],
    ],
    letters: [
      '#fff',
      1.3,
      'M11.5 9.6V12.9C11.5 15.1 9 15.1 9 13.1M19.5 10.8C18.7 8.9 16.5 9.5 16.5 12.1C16.5 14.7 18.7 15.3 19.6 13.4M24.4 12H25.9C27.5 12 27.5 9.6 25.9 9.6H24.4V14.6H26C27.7 14.6 27.7 12 25.9 12',
    ],
  },
  unionpay: {
    plate: '#fff',
    shapes: [
      ['#d10429', 'M9.5 4h8l-3.7 16h-8z'],
      ['#022e64', 'M16.5 4h8l-3.7 16h-8z'],
      ['#076f74', 'M23.5 4h7.6l-3.7 16h-7.6z'],
    ],
  },
  elo: {
    plate: '#111',
    letters: [
      '#fff',
      2,
      'M9.5 12.5H14.9C14.9 8.2 9.3 8.6 9.3 12.5C9.3 15.9 13.2 16.5 14.7 14M17.9 6V15.4M23.8 9.5C19.9 9.5 19.9 15.4 23.8 15.4C27.6 15.4 27.6 9.5 23.8 9.5Z',
    ],
  },
  mir: {
    plate: '#fff',
    letters: [
      '#0f754e',
      2,
      'M9.2 15.7V8.2L12.4 12.9L15.6 8.2V15.7M19.1 8.2V15.7M22.5 15.7V8.2H24.8C27.3 8.2 27.3 12.3 24.8 12.3H22.5M24.8 12.3L26.9 15.7',
    ],
  },
  verve: {
    plate: '#00425f',
    shapes: [['#ee312a', 'M6 12a5 5 0 1 1 10 0a5 5 0 1 1-10 0']],
    letters: [
      '#fff',
      1.3,
      'M9.3 9.8L11 14.4L12.7 9.8M15.2 11.9H18.8C18.8 9 15.1 9.2 15.1 11.9C15.1 14.2 17.7 14.5 18.7 12.8M20.7 13.8V9.8M20.7 11.4C21 10.2 21.9 9.8 22.6 10M24.3 9.8L26 13.8L27.7 9.8M29.6 11.9H33.2C33.2 9 29.5 9.2 29.5 11.9C29.5 14.2 32.1 14.5 33.1 12.8',
    ],
  },
  hiper: {
    plate: '#f37421',
    letters: [
      '#fff',
      1.5,
      'M5.7 7V14M10 7V14M5.7 10.5H10M12.4 9.5V14M12.4 7.1V7.7M14.8 9.4V16.2M14.8 10.6C15.6 8.8 19 8.8 19 11.7C19 14.6 15.6 14.6 14.8 12.7M21.5 11.8H25.7C25.7 8.4 21.4 8.7 21.4 11.8C21.4 14.4 24.4 14.8 25.6 12.9M28.2 14V9.4M28.2 11.2C28.6 9.8 29.6 9.3 30.5 9.5',
    ],
  },
  hipercard: {
    plate: '#b3131b',
    letters: [
      '#fff',
      1.5,
      'M5.7 7V14M10 7V14M5.7 10.5H10M12.4 9.5V14M12.4 7.1V7.7M14.8 9.4V16.2M14.8 10.6C15.6 8.8 19 8.8 19 11.7C19 14.6 15.6 14.6 14.8 12.7M21.5 11.8H25.7C25.7 8.4 21.4 8.7 21.4 11.8C21.4 14.4 24.4 14.8 25.6 12.9M28.2 14V9.4M28.2 11.2C28.6 9.8 29.6 9.3 30.5 9.5',
    ],
  },
  troy: {
    plate: '#fff',
    letters: [
      '#1f9bb4',
      1.9,
      'M7.4 5.7V12C7.4 13.8 8.5 14.2 9.7 13.7M6.3 8.2H9.5M11.7 14V8.1M11.7 10.4C12.1 8.6 13.5 8 14.6 8.2M19.5 8.1C15.7 8.1 15.7 14 19.5 14C23.4 14 23.4 8.1 19.5 8.1ZM24.7 8.1L27.2 13.8M29.7 8.1L26.5 16.7H25.2',
    ],
  },
  naranja: { plate: '#fe5000', letters: ['#fff', 2.2, 'M15.3 16.2V7.8L20.7 16.2V7.8'] },
};

/** Creates the elements of all marks, for one form: an element has one place in the document. */
export function drawMarks(): Record<string, readonly Element[]> {
  return Object.fromEntries(Object.entries(BRAND_MARKS).map(([id, mark]) => [id, drawMark(mark)]));
}

function drawMark({ plate, shapes = [], letters }: BrandMark): Element[] {
  const drawn = [draw('rect', { width: 36, height: 24, rx: 4, fill: plate })];
  for (const [fill, d] of shapes) drawn.push(draw('path', { fill, d }));
  if (letters) {
    const [stroke, width, d] = letters;
    drawn.push(draw('path', { class: 'letters', stroke, 'stroke-width': width, d }));
  }
  return drawn;
}

function draw(name: string, attributes: Readonly<Record<string, string | number>>): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  return element;
}
