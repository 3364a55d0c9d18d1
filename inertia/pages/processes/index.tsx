import { useState } from 'react'
import { Instant } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { Filter, ListOf, RowAction } from '~/kit/list/list_types'
import { useRefresh } from '~/live/use_refresh'
import { urlFor, withQuery } from '~/urls'
import { durationText } from './duration_text'
import { PauseDialog } from './pause_dialog'
import type { Process } from './process_types'
import { processUrls } from './process_urls'
import styles from './processes.module.css'
import { RunsDrawer } from './runs_drawer'

type Props = {
  processes: ListOf<Process>
  figures: { active: number; paused: number; failedToday: number; running: number; queued: number }
  isPastTwoFactor: boolean
  groups: string[]
  backup: { isOwn: boolean }
  open: string | null
}

const cells: Cells<Process> = {
  lastAt: (row) => (row.lastAt ? <Instant value={row.lastAt} /> : 'Nunca'),
  durationMs: (row) => durationText(row.durationMs),
  failures: (row) => row.failures || '–',
}

const filtersOf = (groups: string[]): Filter[] => [
  {
    name: 'group',
    label: 'Grupo',
    kind: 'select',
    options: groups.map((name) => ({ value: name, label: name })),
  },
  {
    name: 'state',
    label: 'Estado',
    kind: 'select',
    options: [
      { value: 'active', label: 'Activo' },
      { value: 'paused', label: 'En pausa' },
      { value: 'open', label: 'En ejecución o en cola' },
    ],
  },
  {
    name: 'result',
    label: 'Resultado',
    kind: 'select',
    options: [
      { value: 'good', label: 'Correcto' },
      { value: 'warning', label: 'Con avisos' },
      { value: 'failed', label: 'Fallido' },
      { value: 'never', label: 'Nunca ejecutado' },
    ],
  },
]

const dutyText =
  'La copia de seguridad de esta base de datos es tarea de quien administra su PostgreSQL: Caudal no la hace. Incluya en ella la carpeta de datos.'

/** Everything that runs by itself: how it went, when it comes again, and running or pausing it by hand. */
export default function ProcessesIndex({ processes, figures, isPastTwoFactor, groups, backup, open }: Props) {
  const [openedId, setOpenedId] = useState<string | null>(open)
  const [pausing, setPausing] = useState<Process | null>(null)
  useRefresh({ isOn: true, only: ['processes', 'figures'], concerns: { processes: true } })
  const canHandle = (row: Process) => isPastTwoFactor || !row.movesMoney
  const opened = processes.rows.find((row) => row.id === openedId) ?? null
  const at = (query: Record<string, string>) => withQuery(urlFor('automatic-processes.index'), query)
  return (
    <ListPage
      title="Procesos Automáticos"
      notice={backup.isOwn ? null : <p className={styles.duty}>{dutyText}</p>}
      list={processes}
      cells={cells}
      storageKey="automatic_processes"
      filters={filtersOf(groups)}
      searchLabel="Buscar un proceso"
      figures={[
        { label: 'Activos', value: figures.active, href: at({ state: 'active' }) },
        { label: 'En pausa', value: figures.paused, href: at({ state: 'paused' }) },
        { label: 'Con error', hint: '24 h', value: figures.failedToday, href: at({ result: 'failed' }) },
        { label: 'En ejecución', value: figures.running, href: at({ state: 'open' }) },
        { label: 'En cola', value: figures.queued, href: at({ state: 'open' }) },
      ]}
      onRowOpen={(row) => setOpenedId(row.id)}
      rowActions={rowActions(canHandle, setPausing, setOpenedId)}
      nouns={{ one: 'proceso', many: 'procesos' }}
      empty={{ text: 'Ningún proceso coincide.' }}
    >
      {opened ? (
        <RunsDrawer
          key={opened.id}
          process={opened}
          canHandle={canHandle(opened)}
          onClose={() => setOpenedId(null)}
        />
      ) : null}
      {pausing ? <PauseDialog key={pausing.id} process={pausing} onClose={() => setPausing(null)} /> : null}
    </ListPage>
  )
}

const rowActions = (
  canHandle: (row: Process) => boolean,
  onPause: (row: Process) => void,
  onOpen: (id: string) => void
): RowAction<Process>[] => [
  {
    label: 'Ejecutar ahora',
    transition: 'run',
    confirm: (row) => ({
      title: `Ejecutar «${row.title}» ahora`,
      question: canHandle(row)
        ? `${row.changes}${row.isPaused ? ' Está en pausa: se ejecuta esta vez y sigue en pausa.' : ''}`
        : 'Active la autenticación en dos pasos para esta acción.',
      submitLabel: 'Ejecutar ahora',
      url: processUrls(row).run,
    }),
  },
  { label: 'Pausar', transition: 'pause', onSelect: onPause },
  {
    label: 'Reanudar',
    transition: 'resume',
    confirm: (row) => ({
      title: `Reanudar «${row.title}»`,
      question: 'Vuelve a ejecutarse a su próxima hora; las que pasaron no se recuperan.',
      submitLabel: 'Reanudar',
      url: processUrls(row).resume,
      method: 'delete',
    }),
  },
  { label: 'Registro', onSelect: (row) => onOpen(row.id) },
]
