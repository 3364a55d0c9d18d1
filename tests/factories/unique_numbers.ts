const begun = Date.now()
/** Without a factor in common with the limits: numbers that follow each other do not look alike. */
const SPREAD = 9973
let count = 0

/**
 * A number below `limit` (at most 10^11) that no other call of this run with the same limit gets. They go on from the instant at
 * which the run began: another run over the same database hardly meets them.
 */
export const uniqueNumber = (limit: number): number => (((begun + count++) % limit) * SPREAD) % limit
