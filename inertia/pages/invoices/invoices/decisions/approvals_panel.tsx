import { Timeline } from '~/kit/detail/timeline'
import { StatusBadge } from '~/kit/status_badge'
import { type PlainColumn, PlainTable } from '~/kit/table/plain_table'
import styles from '../document/text.module.css'
import type { Approvers, Decision } from '../review/review_parts'
import type { ReviewPage } from '../review/review_types'

type Candidate = Approvers['candidates'][number]

const columns: PlainColumn<Candidate>[] = [
  { key: 'name', header: 'Aprobador', cell: (candidate) => candidate.name },
  {
    key: 'reason',
    header: 'Ahora',
    cell: (candidate) =>
      candidate.reason === null ? (
        <StatusBadge tone="green" label="Puede aprobar" />
      ) : (
        <StatusBadge tone="grey" label={candidate.reason} />
      ),
  },
]

/** Who may approve and who may not and why, and what has been decided. */
export function ApprovalsPanel({ page: { invoice, approvers, decisions } }: { page: ReviewPage }) {
  return (
    <>
      {invoice.state === 'pending_approval' ? (
        <>
          <p className={styles.quiet}>
            {approvers.required === 1
              ? 'Hace falta una aprobación.'
              : `Hacen falta ${approvers.required} aprobaciones de personas distintas.`}
          </p>
          <PlainTable
            label="Aprobadores"
            rows={approvers.candidates}
            columns={columns}
            keyOf={(candidate) => candidate.userId}
            empty="La empresa no tiene aprobadores de facturas."
          />
        </>
      ) : null}
      {decisions.length > 0 ? (
        <Timeline events={decisions.map(decisionEvent)} />
      ) : (
        <p className={styles.quiet}>Todavía no hay aprobaciones.</p>
      )}
    </>
  )
}

function decisionEvent({ id, user, onBehalfOf, decidedAt, comment, isOverride, revoked }: Decision) {
  return {
    id,
    at: decidedAt,
    who: onBehalfOf ? `${user}, en nombre de ${onBehalfOf}` : user,
    title: revoked
      ? 'Aprobación anulada por un cambio posterior'
      : isOverride
        ? 'Aprobación de emergencia'
        : 'Aprobada',
    detail: comment,
    tone: revoked ? ('grey' as const) : isOverride ? ('amber' as const) : ('green' as const),
  }
}
