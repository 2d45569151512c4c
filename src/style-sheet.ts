/** Types of `payment-widget.css`: a module without exports, so that TypeScript accepts its import. */
export {};
