import { keyed } from 'lit/directives/keyed.js';
import type { DirectiveResult } from 'lit/directive.js';

/**
 * Content between markers of its own, and a new text node for a new text. Extensions that translate pages replace text nodes, and Lit
 * would go on with the old ones.
 */
export const own = (content: unknown): DirectiveResult[] => [keyed(typeof content === 'string' && content, content)];
