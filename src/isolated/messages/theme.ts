/** The public custom properties, by the property that checks their values. */
const CUSTOM: Readonly<Record<string, string>> = {
  color:
    'accent on-accent focus text muted surface panel border error on-error success on-success warning on-warning label-color',
  'line-height': 'line-height',
  'font-size': 'label-size note-size button-size font-size',
  'font-weight': 'label-weight button-weight',
  'font-family': 'font-family',
  'border-top-left-radius': 'radius input-radius button-radius',
  width: 'border-width focus-width input-height input-padding button-height gap label-gap',
  'box-shadow': 'input-shadow button-shadow',
  'transition-duration': 'duration',
};

const PREFIX = '--payment-widget-';

const INHERITED = ['color', 'font-family', 'font-size', 'font-weight', 'letter-spacing'];

export const COLOR_SCHEME = 'color-scheme';

/** The name of the size of the root element, which `rem` depends on. */
export const ROOT_SIZE = 'rem';

/** The parts of a theme, inherited and custom properties, with the property that checks their values. */
export const THEME_PROPERTIES: ReadonlyMap<string, string> = new Map<string, string>([
  ...INHERITED.map((name) => [name, name] as const),
  [COLOR_SCHEME, COLOR_SCHEME],
  [ROOT_SIZE, 'font-size'],
  ...Object.entries(CUSTOM).flatMap(([property, names]) =>
    names.split(' ').map((name) => [PREFIX + name, property] as const),
  ),
]);

/** Returns the room for focus rings and shadows in px. The page takes it back, so the frame covers its neighbours. */
export function roomAround(theme: Theme): number {
  return ['button-shadow', 'input-shadow'].some((name) => theme[PREFIX + name]) ? 20 : 4;
}

/** Values by the names in {@link THEME_PROPERTIES}. */
export type Theme = Readonly<Record<string, string>>;
