import { employeeLocator } from '../../form/locators';

export const licenceEmployeeField = employeeLocator('employeeId', 'Whose licences', { required: true });
