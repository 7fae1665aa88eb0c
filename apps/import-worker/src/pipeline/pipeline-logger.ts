/** Token of the logger that the parts without a request have. */
export const PipelineLogger = Symbol('pipeline logger');
