import type { WidgetProperties } from '../widget-properties.js';
import { finding, type Finding } from './finding.js';

type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** The minimum of WCAG 2.2 AA for text. */
const MINIMUM = 4.5;

/** Looks for labels that are hard to read on the page. */
export function findLowContrast(widget: WidgetProperties): Finding[] {
  const label = widget.renderRoot.querySelector('label');
  const background = label && backgroundOf(widget);
  if (!background) return [];
  const contrast = contrastOf(toRgba(getComputedStyle(label).color), background);
  if (contrast >= MINIMUM) return [];
  const problem = `The labels have a contrast of ${contrast.toFixed(1)} to the background of the page.`;
  const remedy = 'Set color, or --payment-widget-text, on the element, and color-scheme on the page.';
  return [finding('low_contrast', `${problem} Expected at least ${MINIMUM}.`, remedy)];
}

/** The background behind an element; `undefined` if it cannot be known, as with an image. */
function backgroundOf(widget: Element): Rgba | undefined {
  for (let element: Element | undefined = widget; element; element = parentOf(element)) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundImage !== 'none') return undefined;
    const color = toRgba(backgroundColor);
    if (color[3] === 255) return color;
    if (color[3] > 0) return undefined;
  }
  const { colorScheme } = getComputedStyle(document.documentElement);
  const named = document.querySelector<HTMLMetaElement>('meta[name=color-scheme i]')?.content ?? '';
  const mayBeDark = `${colorScheme} ${named}`.includes('dark') || self !== top; // a frame shows the page around it
  return mayBeDark ? undefined : [255, 255, 255, 255];
}

function parentOf(element: Element): Element | undefined {
  const parent = element.assignedSlot ?? element.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : undefined;
}

/** Reads a colour in any notation. */
function toRgba(color: string): Rgba {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return [0, 0, 0, 0];
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data] as unknown as Rgba;
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
function contrastOf(one: Rgba, other: Rgba): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance([red, green, blue]: Rgba): number {
  const linear = (value: number) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
