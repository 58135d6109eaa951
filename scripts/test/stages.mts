// What `npm test` consists of, in the order in which it is told. The tests but those of e2e are one run of Jest, and e2e runs beside it.

export const checkNames = ['lint', 'scan', 'types'] as const;
/** `contrary` is the contract stage once more, against a service that does otherwise whatever its document leaves open. */
const suiteNames = ['unit', 'sandbox', 'contract', 'contrary', 'e2e'] as const;

export type CheckName = (typeof checkNames)[number];
export type SuiteName = (typeof suiteNames)[number];
export type StageName = CheckName | SuiteName;

const stageNames: readonly StageName[] = [...checkNames, ...suiteNames];

/** These look at what is built, so they have no meaning when the build fails. */
export const needBuild: ReadonlySet<StageName> = new Set<StageName>(['scan', 'contract', 'contrary', 'e2e']);

/** Comes first, whatever is selected. */
const always = 'build';

export const usage = `npm test                          everything
npm test -- unit contract         some stages: ${stageNames.join(', ')}; the build always comes first
npm test -- e2e -t forged         what comes after the stages goes to Jest: here, tests with “forged” in their names`;

interface Selection {
	stages: readonly StageName[];
	/** Handed on to Jest, such as `-t forged`. */
	jestArguments: string[];
}

const isStage = (name: string): name is StageName => (stageNames as readonly string[]).includes(name);

export function select(args: string[]): Selection {
	const firstOption = args.findIndex((argument) => argument.startsWith('-'));
	const names = firstOption < 0 ? args : args.slice(0, firstOption);
	const unknown = names.filter((name) => !isStage(name) && name !== always);
	if (unknown.length > 0)
		throw new Error(`There is no stage ${unknown.join(', ')}. Stages: ${always}, ${stageNames.join(', ')}.`);
	const chosen = stageNames.filter((name) => names.length === 0 || names.includes(name));
	return { stages: chosen, jestArguments: firstOption < 0 ? [] : args.slice(firstOption) };
}
