// What a watch trigger hands over again, because the run that it started failed.

/** So long after the failure, by the package's clock. */
export const AGAIN_AFTER_MS = 60_000;

/** How many failed runs the trigger has heard of, as n8n's log tells. */
export const failedRuns = (log: string): number => log.split(/a run that “.*” started has failed, with/).length - 1;
