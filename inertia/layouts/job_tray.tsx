import { router, usePoll } from '@inertiajs/react'
import { ActionIcon, Indicator, Popover, Progress, Tooltip } from '@mantine/core'
import { IconLoader2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { TrayJob } from '~/shared_props'
import styles from './shell.module.css'

type Props = { jobs: TrayJob[] }

const pollMs = 3000
const figure = new Intl.NumberFormat('es-ES', { useGrouping: 'always' as unknown as boolean })

/** The long jobs of this user, with their counts. It survives navigation: the server sends them with every page. */
export function JobTray({ jobs }: Props) {
  const running = jobs.filter((job) => job.status === 'running').length
  const { start, stop } = usePoll(pollMs, { only: ['jobs', 'flash'] }, { autoStart: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the poll is the same object at every render
  useEffect(() => {
    if (running > 0) start()
    return stop
  }, [running > 0])
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
      <Popover.Dropdown p="sm">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}

function JobRow({ job }: { job: TrayJob }) {
  const share = job.total ? Math.round((job.done / job.total) * 100) : 0
  return (
    <div className={styles.job}>
      <div className={styles.jobHead}>
        <span>{job.title}</span>
        {job.href ? (
          <a href={job.href} onClick={(event) => visitPage(event, job.href)}>
            Abrir
          </a>
        ) : null}
      </div>
      {job.status === 'running' ? <Progress value={share} size="sm" aria-label={job.title} /> : null}
      <span className={`${styles.jobCount} num`}>{countText(job)}</span>
    </div>
  )
}

function countText(job: TrayJob): string {
  if (job.status === 'failed') return 'No se ha podido terminar'
  if (job.status === 'done') return `Terminado: ${figure.format(job.done)} ${job.unit}`
  return job.total === null
    ? `${figure.format(job.done)} ${job.unit}`
    : `${figure.format(job.done)} de ${figure.format(job.total)} ${job.unit}`
}

// A finished export is a file to download, which page navigation cannot open.
function visitPage(event: { preventDefault: () => void }, href: string | null) {
  if (href === null || /\.[a-z]{2,4}$|\/download/.test(href)) return
  event.preventDefault()
  router.visit(href)
}
