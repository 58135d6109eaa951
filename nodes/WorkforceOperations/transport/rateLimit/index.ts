export * from './limiter';
export * from './types';
