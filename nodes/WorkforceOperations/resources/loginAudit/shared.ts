/** Users of the web application are not the employees of the staff list. */
export const USER_ID_HINT = {
	propertyHint: "The userId of a login event, such as '={{ $json.userId }}'; not the ID of an employee.",
};
