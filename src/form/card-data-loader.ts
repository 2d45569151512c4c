import { addBrands, mayBeRegional, type CardBrand } from '../contract/brands.js';
import { reportMissing } from '../contract/load-module.js';
import { BRAND_MARKS, type BrandMark } from './brand-marks.js';

export interface CardDataFile {
  readonly name: string;
  readonly load: () => Promise<void>;
  /** `done` once it is loaded, or two requests have failed. */
  state?: 'failed' | 'done';
}

let marks = BRAND_MARKS;
let isTestNumber: ((pan: string) => boolean) | undefined;

const brands: CardDataFile = {
  name: 'card-data',
  load: async () => {
    const { NETWORK_MARKS, REGIONAL_BRANDS } = await import('./card-data.js');
    marks = { ...marks, ...NETWORK_MARKS };
    addBrands(REGIONAL_BRANDS);
  },
};

const testNumbers: CardDataFile = {
  name: 'test-numbers',
  load: async () => {
    ({ isTestNumber } = await import('../contract/test-numbers.js'));
  },
};

export function missingFiles(pan: string, brand: CardBrand | undefined, isLive: boolean): CardDataFile[] {
  const files = [];
  if ((brand && !marks[brand.id]) || mayBeRegional(pan)) files.push(brands);
  if (isLive) files.push(testNumbers);
  return files.filter(({ state }) => state !== 'done');
}

export function loadBrands(): Promise<void> {
  return loadFile(brands);
}

export async function loadFiles(files: readonly CardDataFile[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await Promise.all(files.map(loadFile));
}

async function loadFile(file: CardDataFile): Promise<void> {
  try {
    if (file.state !== 'done') await file.load();
    file.state = 'done';
  } catch (cause) {
    if (!file.state) reportMissing(file.name, cause); // once
    file.state = file.state ? 'done' : 'failed';
  }
}

/** `null` if it has none, `undefined` while it may be loaded. */
export function markOf(brand: Pick<CardBrand, 'id'> | undefined): BrandMark | null | undefined {
  return (brand && marks[brand.id]) ?? (brands.state ? null : undefined);
}

/** `false` until the list is loaded. */
export function isKnownTestNumber(pan: string): boolean {
  return isTestNumber?.(pan) ?? false;
}
