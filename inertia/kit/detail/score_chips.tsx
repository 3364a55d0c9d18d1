import { Tooltip } from '@mantine/core'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import styles from './figures.module.css'

export type Score = { label: string; tone: Tone; detail?: string }

/** The parts of a score or a check, one chip each, with the reason on hover and for screen readers. */
export function ScoreChips({ scores }: { scores: Score[] }) {
  return (
    <span className={styles.scores}>
      {scores.map((score) => (
        <Tooltip key={score.label} label={score.detail} disabled={!score.detail}>
          <span>
            <StatusBadge tone={score.tone} label={score.label} />
            {score.detail ? <span className="only-read">: {score.detail}</span> : null}
          </span>
        </Tooltip>
      ))}
    </span>
  )
}
