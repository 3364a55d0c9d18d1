import { type Listening, listenToChannel } from '#app/kernel/listen_to_channel'

/** What the database tells when a job run changes: keys only. */
export type JobNotice = {
  userId: number | null
  siteId: number | null
  objectType: string | null
  objectId: number | null
}

type Listener = { onNotice: (notice: JobNotice) => void; onLost: (error: Error) => void }

/** Listens to every change of a job run, by whatever process. Rejects when the database does not answer. */
export function listenForJobs({ onNotice, onLost }: Listener): Promise<Listening> {
  return listenToChannel({
    channel: 'job_runs',
    name: 'caudal-job-stream',
    onNotice: (payload) => onNotice(JSON.parse(payload || '{}') as JobNotice),
    onLost,
  })
}
