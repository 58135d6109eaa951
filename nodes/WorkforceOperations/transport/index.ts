export * from './connection';
export * from './errors';
export * from './pages';
export * from './problems';
export * from './query';
export * from './request';
export * from './settings';
