export { requestToken } from './tokenCache';
export { refreshTime, type StoredToken } from './tokenPolicy';
export { renewTokens } from './renewal';
export { isFresh, storedToken, storedTokens } from './stored';
export { assertEveryKey, tokenForRequest } from './use';
