export * from './assign';
export * from './field';
export * from './read';
