/** What the database tells on this channel when a job run changes: keys only. */
export type JobNotice = {
  userId: number | null
  siteId: number | null
  objectType: string | null
  objectId: number | null
  /** The process whose run it is. */
  queue: string
}

export const JOB_CHANNEL = 'job_runs'

export const readJobNotice = (payload: string): JobNotice => JSON.parse(payload || '{}') as JobNotice
