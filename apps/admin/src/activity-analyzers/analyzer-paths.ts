/** The two names of the same resource: that of the SDK of plugins, and that of administrators. */
const names = ['activity_analyzers', 'visit_analyzer_models'];

export const analyzerPaths = names.map((name) => `v1/${name}`);
export const pathsOfAnalyzer = analyzerPaths.map((path) => `${path}/:analyzer_id`);
