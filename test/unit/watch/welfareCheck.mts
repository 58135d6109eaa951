/** A welfare check without an answer, as live operations show it. */
export const welfareCheck = (id: number, changes: object = {}): object => ({
	welfareCheckId: id,
	dateSent: '2026-07-01T08:00:00Z',
	hasResponse: false,
	parentWelfareCheckId: 0,
	followUps: [],
	...changes,
});
