// How systems of the field write what the service doesn't document: each way is understood without a setting.
import { describe, expect, test } from '@jest/globals';
import {
	findNumber,
	findScalar,
	LIKELY_NAMES,
	type Sought,
} from '../../../nodes/WorkforceOperations/contract/likelyNames.ts';

/** A name for each thing that a rate, an allowance or an answer may say. */
const ways: Array<Partial<Record<Sought, string>>> = [
	{ name: 'name', code: 'code', quantity: 'quantity', rate: 'rate', amount: 'amount', question: 'question' },
	{ name: 'rateName', code: 'rateCode', quantity: 'qty', rate: 'hourlyRate', amount: 'total', answer: 'answer' },
	{ name: 'payRateName', code: 'payCode', quantity: 'hours', rate: 'payRate', amount: 'totalPay' },
	{ name: 'serviceRateName', code: 'payrollCode', quantity: 'units', rate: 'serviceRate', amount: 'totalCharge' },
	{ name: 'allowanceName', code: 'allowanceCode', quantity: 'totalHours', rate: 'chargeRate', amount: 'totalAmount' },
	{ name: 'allowance', code: 'externalCode', quantity: 'hoursWorked', rate: 'baseRate', amount: 'lineTotal' },
	{ name: 'rateType', code: 'itemCode', quantity: 'numberOfHours', rate: 'ratePerHour', amount: 'grossAmount' },
	{ name: 'payType', quantity: 'unitCount', rate: 'unitRate', amount: 'totalCost' },
	{ name: 'title', rate: 'unitPrice', amount: 'cost', question: 'title', fileName: 'attachmentName' },
	{ name: 'type', rate: 'price', amount: 'value', question: 'questionText', answer: 'answerText' },
	{ name: 'description', question: 'description', answer: 'description', fileName: 'attachmentFileName' },
	{ name: 'label', question: 'label', answer: 'label', fileName: 'fileName' },
	{ question: 'text', answer: 'text', fileName: 'originalFileName', fileLink: 'attachmentLink' },
	{ question: 'name', answer: 'name', fileName: 'photoName', fileLink: 'attachmentUrl' },
	{ answer: 'value', fileName: 'imageName', fileLink: 'fileLink' },
	...['fileUrl', 'photoLink', 'photoUrl', 'imageLink', 'imageUrl', 'downloadUrl', 'link', 'url'].map((fileLink) => ({
		fileLink,
	})),
];

describe.each(ways)('written as %j', (way) => {
	test.each(Object.entries(way))('the %s is found', (what, field) => {
		const names = LIKELY_NAMES[what as Sought];
		expect(findScalar({ id: 1, [field]: 'as it is' }, names)).toBe('as it is');
		expect(findNumber({ id: 1, [field]: '30.50' }, names)).toBe(30.5);
	});
});

test.each<[string, unknown]>([
	['a.b', 1],
	['a.c.d', 2],
	['.b', undefined],
	['a.', undefined],
])('dots are a path where no field has the name: %s', (name, found) => {
	expect(findScalar({ a: { b: 1, c: { d: 2 } } }, [name])).toBe(found);
});
