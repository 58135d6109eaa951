export { requestToken } from './tokenCache';
export { isFresh, storedToken, type StoredToken, storedTokens } from '../storedTokens';
export { refreshTime } from './tokenPolicy';
export { renewTokens } from './renewal';
export { assertEveryKey, tokenForRequest } from './use';
