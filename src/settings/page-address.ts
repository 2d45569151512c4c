/** What settings need of the document of an element. */
export interface PageDocument {
  readonly location: { readonly href: string };
}

/** The address of the page. A window or frame that its opener fills has none: that of the opener counts. */
export function addressOf({ location: { href } }: PageDocument): string {
  return href.startsWith('about:') ? location.href : href;
}
