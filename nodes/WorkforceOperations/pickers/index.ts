export { getSites, searchCustomers, searchSites } from './lists';
