export { WorkforceOperationsApi } from './credentials/WorkforceOperationsApi.credentials';
export { WorkforceOperations } from './nodes/WorkforceOperations/WorkforceOperations.node';
export { WorkforceOperationsTrigger } from './nodes/WorkforceOperations/WorkforceOperationsTrigger.node';
export { WorkforceOperationsWatchTrigger } from './nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node';
