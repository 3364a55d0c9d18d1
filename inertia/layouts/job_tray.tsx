import { router, usePoll } from '@inertiajs/react'
import { ActionIcon, Indicator, Popover, Progress, Tooltip } from '@mantine/core'
import { IconLoader2 } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '~/layouts/flash_toasts'
import { useJobStream } from '~/live/use_job_stream'
import type { TrayJob } from '~/shared_props'
import styles from './shell.module.css'

type Props = { jobs: TrayJob[] }

const pollMs = 3000
const figure = new Intl.NumberFormat('es-ES', { useGrouping: 'always' as unknown as boolean })

/**
 * The long jobs of this user, with their counts. It survives navigation: the server sends them with every page, and
 * while one is running it tells every step; where it cannot be listened to, it is asked every three seconds.
 */
export function JobTray({ jobs: sent }: Props) {
  const { jobs, tell } = useToldJobs(sent)
  const running = jobs.filter(isUnderWay).length
  const isLive = useJobStream(running > 0, { onJobs: tell })
  const { start, stop } = usePoll(pollMs, { only: ['jobs'] }, { autoStart: false })
  const isAsking = running > 0 && !isLive
  // biome-ignore lint/correctness/useExhaustiveDependencies: the poll is the same object at every render
  useEffect(() => {
    if (isAsking) start()
    return stop
  }, [isAsking])
  useEndings(jobs)
  if (jobs.length === 0) return null
  const label = running === 1 ? '1 tarea en curso' : `${running} tareas en curso`
  return (
    <Popover width={320} position="bottom-end">
      <Tooltip label={label}>
        <Indicator label={running} disabled={running === 0} size={16} offset={6} zIndex={1}>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
              <IconLoader2 size={19} stroke={1.7} className={running > 0 ? styles.spin : undefined} />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
      </Tooltip>
      <Popover.Dropdown p="sm" className={styles.jobs}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * The jobs as they were told since the last page came. They are not written into the page: an answer that is being taken up at
 * that moment would be dropped for it, and a form that was refused would close as if it had been done.
 */
function useToldJobs(sent: TrayJob[]) {
  const [told, setTold] = useState<{ jobs: TrayJob[]; since: TrayJob[] } | null>(null)
  return {
    jobs: told?.since === sent ? told.jobs : sent,
    tell: (jobs: TrayJob[]) => setTold({ jobs, since: sent }),
  }
}

const isUnderWay = ({ status }: TrayJob) => status === 'queued' || status === 'running'

/** Says once how each job ended that was seen running on this page. */
function useEndings(jobs: TrayJob[]) {
  const seenRunning = useRef(new Set<string>())
  useEffect(() => {
    for (const job of jobs) {
      if (isUnderWay(job)) seenRunning.current.add(job.id)
      else if (seenRunning.current.delete(job.id)) tellEnding(job)
    }
  }, [jobs])
}

function tellEnding({ status, title, message }: TrayJob) {
  if (status === 'failed') showToast('error', `${title}: ${message ?? 'no se ha podido terminar.'}`)
  else showToast('success', message ? `${title}: ${message}` : `${title}: terminado.`)
}

function JobRow({ job }: { job: TrayJob }) {
  const share = job.total ? Math.round((job.done / job.total) * 100) : 0
  return (
    <div className={styles.job}>
      <div className={styles.jobHead}>
        <span>{job.title}</span>
        {job.href ? (
          <a href={job.href} onClick={(event) => visitPage(event, job.href)}>
            {isFile(job.href) ? 'Descargar' : 'Abrir'}
          </a>
        ) : null}
      </div>
      {isUnderWay(job) ? <Progress value={share} size="sm" aria-label={job.title} /> : null}
      <span className={styles.jobCount} data-failed={job.status === 'failed' || undefined}>
        {countText(job)}
      </span>
    </div>
  )
}

function countText(job: TrayJob): string {
  if (job.status === 'failed') return job.message ?? 'No se ha podido terminar'
  if (job.status === 'done') return endingText(job)
  if (job.status === 'queued') return 'En espera'
  if (job.total === null && job.done === 0) return 'En curso'
  return job.total === null
    ? figure.format(job.done)
    : `${figure.format(job.done)} de ${figure.format(job.total)}`
}

// Most jobs do one thing and count nothing.
function endingText({ message, done }: TrayJob): string {
  if (done === 0) return message ?? 'Terminado'
  return `Terminado: ${figure.format(done)}`
}

// A finished export is a file to download, which page navigation cannot open.
const isFile = (href: string) => /\.[a-z]{2,4}$|\/download/.test(href)

function visitPage(event: { preventDefault: () => void }, href: string | null) {
  if (href === null || isFile(href)) return
  event.preventDefault()
  router.visit(href)
}
