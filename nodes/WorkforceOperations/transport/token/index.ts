export { requestToken } from './cache';
export { isFresh, refreshTime, type StoredToken } from './policy';
