export { requestToken } from './tokenCache';
export { refreshTime } from './tokenPolicy';
export { renewTokens } from './renewal';
export { isFresh, storedToken, storedTokens, type StoredToken } from '../storedTokens';
export { assertEveryKey, tokenForRequest } from './use';
