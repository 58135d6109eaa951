import { planOf } from '../scripts/test/plan.mts';

/** Whether a run includes what is left out on a change. There, a test draws fewer random cases or plays a smaller world. */
export const isWhole = planOf(process.env).whole;
