import { counted } from '#app/kernel/text/counted'
import { Instant } from '~/kit/day'
import { Section } from '~/kit/detail/detail_page'
import { StatusBadge } from '~/kit/status_badge'
import styles from '../orders/orders.module.css'
import type { RunPage } from './run_page'

/** Who has approved the run, who still may and who may not and why. */
export function RunDecisions({ page: { run, decisions, candidates } }: { page: RunPage }) {
  const able = candidates.filter(({ reason }) => reason === null).length
  return (
    <Section
      title="Aprobaciones"
      actions={<StatusBadge tone="blue" label={`${decisions.length}/${run.required}`} />}
    >
      <ul className={styles.list}>
        {decisions.map((decision) => (
          <li key={decision.userId}>
            <div className={styles.person}>
              <span>{decision.user}</span>
              <span className={styles.quiet}>{counted(decision.payments, 'pago', 'pagos')}</span>
            </div>
            <div className={styles.quiet}>
              <Instant value={decision.decidedAt} />
              {decision.comment ? ` · ${decision.comment}` : null}
            </div>
          </li>
        ))}
      </ul>
      {run.waiting > 0 ? (
        <>
          <h3 className={styles.heading}>Pueden aprobarla</h3>
          <ul className={styles.list}>
            {candidates.map((person) => (
              <li key={person.userId} className={styles.person}>
                <span>{person.name}</span>
                <span className={styles.quiet}>{person.reason}</span>
              </li>
            ))}
          </ul>
          {decisions.length + able >= run.required ? null : (
            <div className={styles.check}>
              <StatusBadge tone="amber" label="Faltan aprobadores" />
              <span>No hay aprobadores suficientes para este importe en {run.site}.</span>
            </div>
          )}
        </>
      ) : null}
    </Section>
  )
}
