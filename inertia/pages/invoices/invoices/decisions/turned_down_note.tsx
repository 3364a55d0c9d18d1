import { Instant } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import text from '../document/text.module.css'
import styles from '../parts.module.css'
import type { ReviewPage } from '../review/review_types'

const words = {
  return: { label: 'Devuelta', text: 'Devuelta a revisión' },
  reject: { label: 'Rechazada', text: 'Rechazada' },
  unbook: { label: 'Descontabilizada', text: 'Asiento anulado y devuelta a revisión' },
} as const

/** Who turned the invoice down, when and why, until it goes on its way again. */
export function TurnedDownNote({ turnedDown }: { turnedDown: ReviewPage['turnedDown'] }) {
  if (turnedDown === null) return null
  const { how, by, at, reason } = turnedDown
  return (
    <div className={styles.turnedDown} data-tone={how === 'reject' ? 'red' : 'amber'} role="note">
      <StatusBadge tone={how === 'reject' ? 'red' : 'amber'} label={words[how].label} />
      <div className={styles.alarmText}>
        {reason ?? 'Sin motivo indicado.'}
        <p className={text.quiet}>
          {words[how].text} por {by ?? 'el sistema'}, <Instant value={at} />
        </p>
      </div>
    </div>
  )
}
