/** Compiles TypeScript to JavaScript, with the metadata of decorators, which Nest reads. */
export const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2024',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  swcrc: false,
};
