import { durationText } from './duration_text'
import type { Run } from './process_types'
import styles from './processes.module.css'

const tones: Record<string, string> = { red: 'bad', amber: 'odd', grey: 'quietBar' }
/** Two runs say nothing about how long it usually takes. */
const runsMin = 3

/** How long the last runs took, oldest first, in the colour of how they ended; the figures are in the list below. */
export function DurationChart({ runs }: { runs: Run[] }) {
  const ended = runs.filter((run) => run.durationMs !== null).reverse()
  const longest = Math.max(1, ...ended.map((run) => run.durationMs ?? 0))
  if (ended.length < runsMin) return null
  const usual = median(ended.map((run) => run.durationMs ?? 0))
  return (
    <figure className={styles.chart}>
      <figcaption>
        Duración de las últimas {ended.length} ejecuciones: lo habitual {durationText(usual)}, la más larga{' '}
        {durationText(longest)}
      </figcaption>
      <div className={styles.bars} role="img" aria-label={`Duración de ${ended.length} ejecuciones`}>
        {ended.map((run) => (
          <span
            key={run.id}
            className={`${styles.bar} ${styles[tones[run.status.tone] ?? 'good'] ?? ''}`}
            style={{ height: `${Math.max(4, ((run.durationMs ?? 0) / longest) * 100)}%` }}
            title={`${run.status.label}: ${durationText(run.durationMs)}`}
          />
        ))}
      </div>
    </figure>
  )
}

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
