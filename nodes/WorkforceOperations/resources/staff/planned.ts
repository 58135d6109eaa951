import type { IDataObject } from 'n8n-workflow';
import type { RowResult } from '../../operations/types';
import type { CreationLock } from '../../transport';
import type { KnownLicence } from '../securityLicence/findLicence';
import type { MatchBy } from './directory';
import type { UpsertRow } from './findEmployees';
import type { UpsertStep } from './upsertPlan';

/** A row with its planned step. */
export interface Planned {
	person: UpsertRow;
	licence?: IDataObject;
	step: UpsertStep;
	/** The existing licence, if it was looked up before writing. */
	knownLicence?: KnownLicence;
}

export type PlannedUpdate = Planned & { step: Extract<UpsertStep, { action: 'update' }> };

export const isUpdate = (planned: Planned): planned is PlannedUpdate => planned.step.action === 'update';

/** The result of each input item, by its index. */
export type UpsertResults = Array<RowResult | undefined>;

/** Ends the run with an error; undefined with Continue On Fail, where every row is tried. */
export type Stop = (() => never) | undefined;

/** What the rows of a run share. */
export interface UpsertRun {
	by: MatchBy;
	batchSize: number;
	keepGoing: boolean;
	creations: CreationLock;
}
