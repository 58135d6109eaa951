/** Cuts the extra digits that floating-point arithmetic adds. */
const cents = (amount: number): number => Math.round(Number((amount * 100).toFixed(4)));

export const sameCents = (one: number | undefined, other: number | undefined): boolean =>
	one !== undefined && other !== undefined && cents(one) === cents(other);

/** Whether an amount is the product in whole cents; half a cent may be rounded either way. */
export const isRounded = (amount: number, exact: number): boolean => Math.abs(amount - exact) < 0.005 + 1e-6;

/** Without floating-point noise: 0.1 and 0.2 are 0.3. */
export const sumUp = (amounts: readonly number[]): number =>
	Number(amounts.reduce((total, amount) => total + amount, 0).toFixed(6));
