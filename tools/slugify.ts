/** The anchor of a heading, as GitHub creates it. A repeated one gets `-1`, `-2`, and so on. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
