/** What a job tells while it works; the person who started it sees it in the tray. Throws where somebody cancelled it. */
export type Progress = (done: number, total: number | null, message?: string) => Promise<void>

/** What a run has been through, by count. */
export type Counters = Partial<Record<'read' | 'created' | 'updated' | 'skipped' | 'errors', number>>

/**
 * What a job leaves: a sentence and, where there is something to look at, its address. `hasFailed` when it came to its end
 * and trying again would not help: people are told so in red. A run by the clock that created, updated and spoilt nothing is
 * kept as «last looked at» and not as a row, when it says so by its counters.
 */
export type JobOutcome = { message?: string; resultUrl?: string; hasFailed?: true; counters?: Counters }

export const PROCESS_GROUPS = ['Pagos', 'Facturas', 'Contabilidad', 'Personas', 'Avisos', 'Sistema'] as const

/** What people read about a job on its page (area 35), in Spanish, and how it is treated. */
export type AboutJob = {
  title: string
  group: (typeof PROCESS_GROUPS)[number]
  /** A sentence: what it changes. */
  changes: string
  /** The product is not sound without it: a failure is told at once, and only the system role pauses it. */
  isCritical?: true
  /** False for what nobody may stop. */
  isPausable?: false
  /** Moves money: running and pausing it by hand asks for the second factor again. */
  movesMoney?: true
  /** Reaches people or banks outside: paused after a restore, until somebody has seen what went out meanwhile. */
  reachesOutside?: true
  /** Runs once at the start when its time passed while the product was off. */
  catchesUp?: true
  /** Failures in a row after which people are told; 1 for what is critical and 3 for the rest unless told. */
  alertAfter?: number
  /** Stops between two steps when somebody asks for it. */
  isCancellable?: true
  /** A run that failed may be started again with the same data. */
  isRepeatable?: true
}

export type Job<Data extends object> = {
  queue: string
  /** Every job of an area has it (`jobs` in area.ts). */
  about?: AboutJob
  /** How many at once in one process; one that starts by itself runs once at a time in all of them. */
  concurrency: number
  timeoutSeconds: number
  retries: number
  /** Seconds before the first retry; doubles with each. */
  retryDelaySeconds: number
  /** When it starts by itself, on the clock of Madrid. */
  cron?: string
  work: (data: Data, progress: Progress) => Promise<JobOutcome | undefined>
  /** After the last retry: leaves the document in a state from which somebody can go on. */
  giveUp?: (data: Data, reason: string) => Promise<void>
}

/** A job with what people read about it. */
export type ToldJob<Data extends object = never> = Job<Data> & { about: AboutJob }

/** Whether it goes over everything there is, without data of its own. */
export const isSweep = ({ cron }: Pick<Job<never>, 'cron'>): boolean => cron !== undefined

/** Failures in a row after which people are told of them. */
export const alertAfter = ({ about }: Pick<Job<never>, 'about'>): number =>
  about?.alertAfter ?? (about?.isCritical ? 1 : 3)
