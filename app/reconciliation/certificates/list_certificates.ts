import { rows } from '#app/kernel/database/sql'
import {
  type CertificateStatus,
  certificateWorkflow,
} from '#app/reconciliation/certificates/certificate_workflow'
import type { OpenSide } from '#app/reconciliation/certificates/month_position'
import { reviewObstacle } from '#app/reconciliation/certificates/review_obstacle'

const shownMax = 120

export type FoundCertificate = {
  id: number
  month: string
  currency: string
  status: CertificateStatus
  bankMinor: number
  ledgerMinor: number
  explainedMinor: number
  unexplainedMinor: number
  preparedBy: number
  preparer: string
  preparedAt: Date
  reviewer: string | null
  reviewedAt: Date | null
  bankItems: OpenSide[]
  ledgerItems: OpenSide[]
}

/** The actas of an account, the latest month first; one alone when its key is given. */
export function findCertificates(
  bankAccountId: number,
  id: number | null = null
): Promise<FoundCertificate[]> {
  return rows<FoundCertificate>(
    `select c.id, to_char(c.month, 'YYYY-MM') as month, c.currency, c.status, c.bank_minor, c.ledger_minor, c.explained_minor, c.unexplained_minor, c.prepared_by,
            p.name as preparer, c.prepared_at, r.name as reviewer, c.reviewed_at, c.bank_items, c.ledger_items
       from reconciliation_certificates c join users p on p.id = c.prepared_by left join users r on r.id = c.reviewed_by
      where c.bank_account_id = :bankAccountId and (:id::bigint is null or c.id = :id) order by c.month desc limit ${shownMax}`,
    { bankAccountId, id }
  )
}

type Reader = { userId: number; canPrepare: boolean; canReview: boolean }

/** An acta as its list shows it, with what this person may do. */
export function certificateProps(certificate: FoundCertificate, { userId, canPrepare, canReview }: Reader) {
  const { currency, status } = certificate
  const money = (minor: number) => ({ minor, currency })
  const waits = canReview && certificateWorkflow.can(status, 'review')
  const obstacle = waits ? reviewObstacle(certificate, userId) : null
  return {
    id: certificate.id,
    month: certificate.month,
    status: { tone: certificateWorkflow.tone(status), label: certificateWorkflow.label(status) },
    bank: money(certificate.bankMinor),
    ledger: money(certificate.ledgerMinor),
    explained: money(certificate.explainedMinor),
    unexplained: money(certificate.unexplainedMinor),
    openItems: certificate.bankItems.length + certificate.ledgerItems.length,
    prepared: { by: certificate.preparer, at: certificate.preparedAt.toISOString() },
    reviewed:
      certificate.reviewer && certificate.reviewedAt
        ? { by: certificate.reviewer, at: certificate.reviewedAt.toISOString() }
        : null,
    canPrepare: canPrepare && status === 'draft',
    canReview: waits && obstacle === null,
    /** Why somebody who may review cannot review this one. */
    waitsFor: obstacle?.message ?? null,
    canReopen: canReview && certificateWorkflow.can(status, 'reopen'),
  }
}
