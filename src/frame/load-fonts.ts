/** A font of the option `frame.fonts`. */
interface FrameFont {
  readonly family: string;
  readonly src: string;
  readonly weight?: string;
  readonly style?: string;
}

/** Makes fonts known. The browser loads a font when the form uses it. @param json - the list, as the proxy has written it */
export function loadFonts(json = '[]'): void {
  for (const { family, src, ...descriptors } of JSON.parse(json) as FrameFont[]) {
    document.fonts.add(new FontFace(family, `url(${JSON.stringify(src)})`, { display: 'swap', ...descriptors }));
  }
}
