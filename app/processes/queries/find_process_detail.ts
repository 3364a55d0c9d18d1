import { isSweep, type ToldJob } from '#app/jobs/job'
import {
  durationOf,
  type FoundRun,
  findRuns,
  type ProcessRun,
  runStatus,
  type Viewer,
} from '#app/processes/queries/list_process_runs'

const TRIGGERS: Record<string, string> = {
  schedule: 'Por horario',
  manual: 'A mano',
  event: 'Por un suceso',
  retry: 'Reintento',
  catch_up: 'Recuperado tras una parada',
}

export type ProcessDetail = { key: string; title: string; changes: string; runs: ProcessRun[] }

/** A process with its last runs, for the drawer. */
export async function findProcessDetail(job: ToldJob, viewer: Viewer): Promise<ProcessDetail> {
  const found = await findRuns(job.queue, viewer)
  return {
    key: job.queue,
    title: job.about.title,
    changes: job.about.changes,
    runs: found.map((run) => shownRun(job, run)),
  }
}

function shownRun(job: ToldJob, run: FoundRun): ProcessRun {
  const isOpen = run.status === 'queued' || run.status === 'running'
  return {
    id: run.id,
    title: run.title,
    trigger: TRIGGERS[run.trigger] ?? run.trigger,
    status: runStatus(run.status, run.isInterrupted),
    isOpen,
    queuedAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    durationMs: durationOf(run),
    who: run.who,
    attempt: run.attempt,
    counters: run.counters ?? {},
    done: run.done,
    total: run.total,
    message: run.message,
    error: run.error,
    href: run.resultUrl,
    canRetry:
      (run.status === 'failed' || run.status === 'cancelled') &&
      (isSweep(job) || job.about.isRepeatable === true),
    canCancel: isOpen && ((run.status === 'queued' && run.isSweep) || job.about.isCancellable === true),
  }
}
