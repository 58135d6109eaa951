// What a run of the tests includes, as `npm test` hands it on to Jest.

export const ways = ['one', 'both', 'default', 'contrary'] as const;

export interface Plan {
	/** Against which variants contract test files run. `one`: the default one, and those that ask a choice both. */
	way: (typeof ways)[number];
	/** Includes the files that otherwise run only at night. */
	whole: boolean;
	/** The seed for fast-check; drawn at random if absent. */
	seed?: number;
}

/** Where Jest's configuration and the tests read the plan. Without it, Jest runs everything. */
const VARIABLE = 'WORKFORCE_PLAN';

export const environmentOf = (plan: Plan): NodeJS.ProcessEnv => ({ [VARIABLE]: JSON.stringify(plan) });

export const planOf = (environment: NodeJS.ProcessEnv): Plan =>
	environment[VARIABLE] === undefined ? { way: 'both', whole: true } : (JSON.parse(environment[VARIABLE]) as Plan);
