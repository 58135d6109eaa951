export * from './matchHeadings';
export * from './fields';
export * from './columnReader';
