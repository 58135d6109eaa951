export * from './matchHeadings';
export * from './columnReader';
