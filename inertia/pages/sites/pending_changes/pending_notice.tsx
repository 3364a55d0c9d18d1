import { Link } from '@inertiajs/react'
import { urlFor } from '~/urls'
import { type PendingChange, type PendingPerson, sentence, waitsForText } from './pending'
import styles from './pending_notice.module.css'

/** On the page of what somebody wants to loosen: that it waits, for whom, and where it is confirmed. */
export function PendingChangesNotice({ changes }: { changes: PendingChange[] }) {
  if (changes.length === 0) return null
  return (
    <div className={styles.notice} role="status">
      {changes.map((change) => (
        <p key={change.id}>
          <strong>{sentence(change.title)}</strong> ({change.site ?? 'todo el grupo'}): {change.proposer}{' '}
          propone pasar de «{change.before}» a «{change.after}». {waitsForText(change.waitsFor)}
        </p>
      ))}
      <p>
        <Link href={urlFor('sites.pending-changes')}>Ver lo pendiente de confirmar</Link>
      </p>
    </div>
  )
}

/** On the page of somebody who does not count as an approver yet. */
export function PendingPersonNotice({ person }: { person: PendingPerson | null }) {
  if (!person) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>Pendiente de confirmar por otra persona.</strong> Mientras tanto no cuenta como aprobador.
      </p>
      <ul>
        {person.changes.map(({ id, change, by }) => (
          <li key={id}>
            {change}: {by}
          </li>
        ))}
      </ul>
      <p>
        {waitsForText(person.waitsFor)} {person.hindrance}
      </p>
    </div>
  )
}
