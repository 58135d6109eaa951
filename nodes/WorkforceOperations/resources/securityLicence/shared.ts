import { employeeLocator } from '../../form/employeeLocator';

export const employeeField = employeeLocator('employeeId', 'Whose licences', true);
