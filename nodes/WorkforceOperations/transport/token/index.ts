export { requestToken } from './tokenCache';
export { refreshTime } from './tokenPolicy';
export { renewTokens } from './renewal';
export { isFresh, storedTokens, type StoredToken } from '../storedTokens';
export { assertEveryKey, tokenForRequest } from './use';
