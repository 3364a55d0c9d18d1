import { confidenceLevel } from './confidence'
import styles from './confidence.module.css'

type Props = { confidence: number }

/** How sure the reader is: a bar as long as its confidence, with its word. */
export function ConfidenceMark({ confidence }: Props) {
  const { tone, label } = confidenceLevel(confidence)
  const percent = Math.round(confidence * 100)
  return (
    <span className={styles.confidence} data-tone={tone} title={`Confianza de la lectura: ${percent} %`}>
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className="only-read">Confianza </span>
      <span>{label}</span>
    </span>
  )
}
