export * from './budget';
export { type Claim, type Priority, WINDOW_MS } from './claim';
