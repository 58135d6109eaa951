export { getCustomers, getSites, searchCustomers, searchFormTemplates, searchSites, searchStaff } from './lists';
