import { finding, type Finding } from './finding.js';

/** Chromium's interface for the policy of the frame. */
interface FeaturePolicy {
  features(): string[];
  allowsFeature(name: string): boolean;
}

/** Looks for permissions that the frame of the page lacks. */
export function findInFrame(): Finding[] {
  if (self === top) return [];
  const lacking = lackingSandboxFlags();
  const found: Finding[] = [];
  if (lacking.length > 0) {
    const problem = `The sandbox of the frame lacks ${lacking.join(' ')}, so payments fail or are forgotten.`;
    found.push(finding('sandboxed_frame', `${problem} Expected both.`, `Add ${lacking.join(' ')} to the sandbox.`));
  }
  if (!mayAutofill()) {
    const problem = `The frame of ${location.origin} may not be filled in by the browser. Expected allow="autofill".`;
    found.push(finding('autofill_not_allowed', problem, 'Add allow="autofill" to the <iframe>.'));
  }
  return found;
}

/** Only some browsers know this policy, and say so. */
function mayAutofill(): boolean {
  const { featurePolicy } = document as { featurePolicy?: FeaturePolicy };
  return !featurePolicy?.features().includes('autofill') || featurePolicy.allowsFeature('autofill');
}

/** A frame of another origin cannot read its sandbox; only that its own origin is opaque. */
function lackingSandboxFlags(): string[] {
  const lacking = self.origin === 'null' ? ['allow-same-origin'] : [];
  try {
    const sandbox = (frameElement as HTMLIFrameElement | null)?.sandbox;
    if (sandbox && sandbox.length > 0 && !sandbox.contains('allow-forms')) lacking.push('allow-forms');
  } catch {
    // of another origin
  }
  return lacking;
}
