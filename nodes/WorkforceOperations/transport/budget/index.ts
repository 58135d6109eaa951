export * from './budget';
export * from './claim';
