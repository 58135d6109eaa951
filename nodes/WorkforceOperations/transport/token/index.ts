export { requestToken } from './tokenCache';
export { isFresh, refreshTime, type StoredToken } from './tokenPolicy';
