import { Instant } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { StatusBadge } from '~/kit/status_badge'
import type { OrderPage } from './order_page'
import styles from './orders.module.css'

type Props = Pick<OrderPage, 'order' | 'decisions' | 'candidates' | 'lack'>

/** How many approvals there are of how many, who gave them, who may still give one and who may not and why. */
export function OrderApprovals({ order, decisions, candidates, lack }: Props) {
  const { required } = order
  // Of a draft only who can approve it, so that nobody waits for approvals that cannot come.
  if (required === null && candidates.length === 0) return null
  const given = decisions.filter((decision) => !decision.revoked)
  const able = candidates.filter((candidate) => candidate.reason === null)
  const unable = candidates.filter((candidate) => candidate.reason !== null)
  return (
    <Section
      title="Aprobaciones"
      actions={
        required === null ? null : (
          <StatusBadge
            tone={given.length >= required ? 'green' : 'blue'}
            label={`${given.length}/${required}`}
          />
        )
      }
    >
      {order.debtor && required !== null ? (
        <p className={styles.quiet}>
          {order.debtor.name}: {order.debtor.required} · {order.debtor.payer}: {order.debtor.payerRequired}
        </p>
      ) : null}
      {lack === null ? null : (
        <div className={styles.check}>
          <StatusBadge tone="amber" label="Faltan aprobadores" />
          <span>{lack}</span>
        </div>
      )}
      <ul className={styles.list}>
        {decisions.map((decision) => (
          <li key={decision.id}>
            <div className={styles.person}>
              <span>{decision.user}</span>
              <span className={styles.quiet}>{outcomeOf(decision)}</span>
            </div>
            <div className={styles.quiet}>
              <Instant value={decision.decidedAt} />
              {order.debtor ? ` · por ${decision.site}` : null}
              {decision.comment ? ` · ${decision.comment}` : null}
            </div>
          </li>
        ))}
      </ul>
      <People
        title="Pueden aprobarlo"
        people={able}
        none={['draft', 'buffered'].includes(order.state) ? 'Nadie todavía.' : null}
      />
      <People title="No pueden aprobarlo" people={unable} none={null} />
    </Section>
  )
}

function outcomeOf({ revoked, isOverride }: OrderPage['decisions'][number]): string {
  if (revoked) return 'Sin efecto'
  return isOverride ? 'Aprobado de emergencia' : 'Aprobado'
}

type PeopleProps = { title: string; people: OrderPage['candidates']; none: string | null }

function People({ title, people, none }: PeopleProps) {
  if (people.length === 0 && none === null) return null
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      {people.length === 0 ? <div className={styles.quiet}>{none}</div> : null}
      <ul className={styles.list}>
        {people.map((person) => (
          <li key={`${person.userId} ${person.site}`} className={styles.person}>
            <span>{person.name}</span>
            <span className={styles.quiet}>{[person.site, person.reason].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
