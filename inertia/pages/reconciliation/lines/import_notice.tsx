import { Progress } from '@mantine/core'
import { countText } from '~/kit/day'
import { useRefresh } from '~/live/use_refresh'
import styles from './reconcile.module.css'

export type RunningImport = { name: string; done: number; total: number | null }

const refreshed = ['importing', 'lines', 'selected', 'progress', 'check']

/** How far the import of a large statement is; its movements appear on the page when it ends. */
export function ImportNotice({ importing: { name, done, total } }: { importing: RunningImport }) {
  useRefresh({ isOn: true, only: refreshed, concerns: { jobs: true } })
  const percent = total ? Math.round((done / total) * 100) : 0
  return (
    <div className={styles.importing} role="status">
      <span>
        {`Importando ${name}`}
        {total ? ` (${countText(done)} de ${countText(total)} movimientos)` : ''}
        {'. Aparecerán aquí todos a la vez cuando termine.'}
      </span>
      <Progress value={percent} aria-label="Movimientos importados" />
    </div>
  )
}
