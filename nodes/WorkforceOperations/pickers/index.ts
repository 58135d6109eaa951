export { getCustomers, getSites, searchCustomers, searchFormTemplates, searchSites, searchStaff } from './lists';
export { searchIncidentReports, searchTimesheets, searchUsers } from './recent';
export { searchSubscriptions } from './subscriptions';
