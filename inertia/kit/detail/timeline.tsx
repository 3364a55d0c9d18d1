import { formatInstant } from '#app/kernel/time/calendar_date'
import type { Tone } from '~/kit/status_badge'
import styles from './timeline.module.css'

export type TimelineEvent = {
  id: number | string
  at: string
  who: string | null
  title: string
  detail?: string | null
  tone?: Tone
  changes?: { field: string; before: string | null; after: string | null }[]
}

/** What happened, the latest first: who, when, and what each field was before and after. */
export function Timeline({ events }: { events: TimelineEvent[] }) {
  if (events.length === 0) return <p className={styles.meta}>Todavía no ha ocurrido nada.</p>
  return (
    <ol className={styles.timeline}>
      {events.map((event) => (
        <li key={event.id} data-tone={event.tone ?? 'grey'}>
          <div className={styles.title}>{event.title}</div>
          <div className={styles.meta}>
            {event.who ?? 'Sistema'} ·{' '}
            <time dateTime={event.at} className="num">
              {formatInstant(event.at)}
            </time>
          </div>
          {event.detail ? <p className={styles.detail}>{event.detail}</p> : null}
          {event.changes && event.changes.length > 0 ? <Changes changes={event.changes} /> : null}
        </li>
      ))}
    </ol>
  )
}

function Changes({ changes }: { changes: NonNullable<TimelineEvent['changes']> }) {
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{change.field}</dt>
          <dd>
            <span className="only-read">antes </span>
            <del>{change.before ?? 'vacío'}</del>
            <span aria-hidden="true"> → </span>
            <span className="only-read"> después </span>
            <ins>{change.after ?? 'vacío'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
