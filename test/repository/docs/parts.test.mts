// A hand-written part of the description: what is wrong in it is said with its file and line.
import fs from 'node:fs';
import { expect, test } from '@jest/globals';
import { readPart } from '../../../sandbox/description/part.mts';
import { useFolder } from '../files.mts';

const inFolder = useFolder();
const read = (text: string): ReturnType<typeof readPart> => {
	fs.writeFileSync(inFolder('cars.yaml'), text);
	return readPart(inFolder('/'), 'cars.yaml');
};

const operation = (source: string, parameter: string): string => `paths:
  /api/cars:
    get:
      operationId: listCars
      ${source}
      parameters:
        - { name: plate, in: query, ${parameter}schema: { type: string } }
`;
const schema = (field: string): string => `components:
  schemas:
    Page:
      properties:
        data: { type: array, items: { $ref: '#/components/schemas/Car' } }
    Car:
      properties:
        owner:
          x-source: documented
          properties:
            ${field}
`;
const known = 'x-source: assumed, ';

test('what it says is read, and what it refers to is told with its line', () => {
	const { content, references } = read(
		operation('x-source: documented', known) + schema(`name: { ${known}type: string }`),
	);
	expect(Object.keys(content)).toEqual(['paths', 'components']);
	expect(references).toEqual([{ target: '#/components/schemas/Car', place: 'sandbox/description/cars.yaml:12' }]);
});

const NEEDS = 'needs x-source: documented, published or assumed';

test.each([
	['an operation without a source', operation('summary: Cars', known), `4: /api/cars.get ${NEEDS}`],
	['one with an invented source', operation('x-source: guessed', known), `4: /api/cars.get ${NEEDS}`],
	['a parameter', operation('x-source: documented', ''), `7: parameter plate of /api/cars.get ${NEEDS}`],
	['a field', schema('name: { type: string }'), `11: Car.owner.name ${NEEDS}`],
	['a field that says nothing', schema('name:'), `11: Car.owner.name ${NEEDS}`],
	['what is no YAML', 'paths:\n  a: 1\n b: [', expect.stringMatching(/^3: ./)],
])('%s is refused', (_, text, message) => {
	let said = '';
	try {
		read(text);
	} catch (error) {
		said = (error as Error).message;
	}
	const [file, ...rest] = said.split(':');
	expect({ file, rest: rest.join(':') }).toEqual({ file: 'sandbox/description/cars.yaml', rest: message });
});

test('what an alias brings is said with the line of what holds it', () => {
	const text = `x-all: &all\n  name: { type: string }\ncomponents:\n  schemas:\n    Car:\n      properties: { <<: *all }\n`;
	expect(() => read(text)).toThrow(`sandbox/description/cars.yaml:6: Car.name ${NEEDS}`);
});

test('everything that lacks a source is said at once', () => {
	expect(() => read(operation('summary: Cars', ''))).toThrow(/cars\.yaml:4: .+\n.+cars\.yaml:7: /);
});

test.each(['', 'a text', '- a list'])('%j is no description', (text) => {
	expect(() => read(text)).toThrow('sandbox/description/cars.yaml: expected names with values');
});
