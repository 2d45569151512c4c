import { ISOLATED } from '../contenders.js';
import { measure } from '../measure.js';
import { slowLoad } from '../scenarios/page-load.js';
import { paymentAt1 } from '../scenarios/payment.js';
import type { SentFile } from '../server.js';

const bodies = 'Bodies of scripts and stylesheets, compressed with Brotli at the highest level, from an empty cache';

export const bytesUntilTypable = measure({
  id: 'bytes-typable',
  name: 'Script and CSS transferred until the form can be typed into',
  unit: 'kB',
  goal: { atMost: 12 },
  isAbsolute: true,
  how: `${bodies} until the first field is focusable. Counts the files received by then on the slow network. Excludes the HTML of the page, which contains the plain form. Includes a measured frame, with its document.`,
  scenario: slowLoad,
  read: ({ firstField }) => firstField.bytes / 1000,
});

export const bytes = measure({
  id: 'bytes',
  name: 'Script and CSS transferred until payment',
  unit: 'kB',
  goal: { atMost: 27 },
  how: `${bodies} to the click on Pay. Includes lazily loaded files, excludes the HTML of the page. Includes a measured frame, with its document.`,
  scenario: paymentAt1,
  read: ({ files }) => size(files),
});

export const bytesUntilFrame = measure({
  id: 'bytes-first-frame',
  name: 'Script and CSS of the page transferred until its frame is created',
  unit: 'kB',
  goal: { atMost: 5, contender: ISOLATED.id },
  isAbsolute: true,
  how: `${bodies} until the first frame with fields is rendered. Counts the files received by then on the slow network.`,
  scenario: slowLoad,
  read: ({ firstField: { frame } }) => (frame?.bytes ?? NaN) / 1000,
});

export const bytesOfPage = measure({
  id: 'bytes-page',
  name: 'Script and CSS transferred until payment, without the frame',
  unit: 'kB',
  isAbsolute: true,
  how: `${bodies} that the page loads until the click on Pay, of forms in frames.`,
  scenario: paymentAt1,
  read: ({ files, hasFrames }) => (hasFrames ? size(files.filter(({ isInFrame }) => !isInFrame)) : NaN),
});

export const bytesOfFrame = measure({
  id: 'bytes-frame',
  name: 'Document and script of the frame transferred until payment',
  unit: 'kB',
  isAbsolute: true,
  how: 'Bodies of the document and the scripts that a measured frame loads until the click on Pay, compressed with Brotli at the highest level, from an empty cache.',
  scenario: paymentAt1,
  read: ({ files }) => size(files.filter(({ isInFrame }) => isInFrame)) || NaN,
});

export const filesUntilPayment = measure({
  id: 'files',
  name: 'Files of script and CSS requested until payment',
  unit: '',
  isAbsolute: true,
  how: 'The files that are counted in bytes until payment.',
  scenario: paymentAt1,
  read: ({ files }) => files.length,
});

/** In kB. */
function size(files: readonly SentFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}
