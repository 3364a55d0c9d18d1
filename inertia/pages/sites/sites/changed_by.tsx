import { Instant } from '~/kit/day'
import styles from './sites.module.css'

type Props = { verb: string; by: string | null; at: string | null }

/** Who changed a setting of the group last, and when; nothing while nobody has. */
export function ChangedBy({ verb, by, at }: Props) {
  if (!by || !at) return null
  return (
    <p className={styles.small}>
      {verb} por {by} el <Instant value={at} />.
    </p>
  )
}
