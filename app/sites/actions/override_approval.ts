import { type Actor, recordEvent } from '#app/audit/record_event'
import { execute, oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { queueMail } from '#app/mail/queue_mail'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'
import env from '#start/env'

export const OVERRIDE_REASON_MIN = 10

type Input = {
  question: ApprovalQuestion
  actor: Actor
  /** What the person was shown; must equal what the document is now. */
  shownFingerprint: string
  fingerprint: string
  /** Why it cannot wait for an approver: at least `OVERRIDE_REASON_MIN` letters. */
  reason: string
  /** What approvers are told: "la factura F-2026-12 de Aguas, S.A.", its currency and the path of its page. */
  document: { name: string; currency: string; path: string }
  changedMessage: string
}

/** A part of what is approved at once, as it is now. */
type Part = { documentId: number; amountMinor: number; fingerprint: string }
/** `subject` is what the trail speaks of where that is not the document of the question. */
type Together = Input & { documents: readonly Part[]; subject: { type: string; id: number } }

/**
 * The emergency approval of area 02: where nobody may approve a document, the system role does, with a reason in writing
 * and its second factor; `approval.override` stays on record and every approver is told by e-mail. It counts as one
 * approval, under the document's row lock. Throws E_CHANGED, E_FORBIDDEN, E_FOUR_EYES, E_ALREADY, E_ELIGIBLE where
 * somebody may approve it, E_REASON and E_SECOND_FACTOR.
 */
export function recordOverride(input: Input, trx: Transaction): Promise<void> {
  const { question, fingerprint } = input
  const { documentId, documentType, amountMinor } = question
  return recordOverrides(
    {
      ...input,
      documents: [{ documentId, amountMinor, fingerprint }],
      subject: { type: documentType, id: documentId },
    },
    trx
  )
}

/** One emergency approval over many documents; each gets its own record, with its own fingerprint. The same refusals. */
export async function recordOverrides(input: Together, trx: Transaction): Promise<void> {
  const { question, actor, fingerprint, documents, subject } = input
  const { userId } = actor
  if (userId === null) throw new Error('An emergency approval needs a person')
  const reason = input.reason.trim()
  if (input.shownFingerprint !== fingerprint) throw new DomainError('E_CHANGED', input.changedMessage)
  if (reason.length < OVERRIDE_REASON_MIN)
    throw new DomainError('E_REASON', `Explique el motivo en al menos ${OVERRIDE_REASON_MIN} letras.`, {
      field: 'reason',
    })
  const hindrance = await overrideHindrance(question, userId, trx)
  if (hindrance) throw hindrance
  await refuseWithoutSecondFactor(userId, trx)
  await execute(
    `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor, comment, is_override)
     select :documentType, d.id, :siteId::bigint, :userId::bigint, 'approve', d.fingerprint, d.amount_minor, :reason, true
       from unnest(:ids::bigint[], :fingerprints::text[], :amounts::bigint[]) as d(id, fingerprint, amount_minor)`,
    {
      documentType: question.documentType,
      siteId: question.siteId,
      userId,
      reason,
      ids: documents.map(({ documentId }) => documentId),
      fingerprints: documents.map((part) => part.fingerprint),
      amounts: documents.map(({ amountMinor }) => amountMinor),
    },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: subject.type,
      objectId: subject.id,
      siteId: question.siteId,
      event: 'approval.override',
      reason,
    },
    trx
  )
  await tellApprovers({ ...input, reason }, userId, trx)
}

async function refuseWithoutSecondFactor(userId: number, trx: Transaction): Promise<void> {
  const { enabled } = await oneRow<{ enabled: boolean }>(
    `select two_factor_enabled as enabled from users where id = :userId`,
    { userId },
    trx
  )
  if (!enabled)
    throw new DomainError(
      'E_SECOND_FACTOR',
      'La aprobación de emergencia exige la autenticación en dos pasos: actívela en «Seguridad 2FA».'
    )
}

/** Every active approver of the group, as area 02 asks: what one person decided alone is seen by all who answer for it. */
async function tellApprovers(
  { question, reason, document, subject }: Together,
  userId: number,
  trx: Transaction
): Promise<void> {
  const { who, site } = await oneRow<{ who: string; site: string }>(
    `select u.name as who, s.legal_name::text as site from users u, sites s where u.id = :userId and s.id = :siteId`,
    { userId, siteId: question.siteId },
    trx
  )
  const approvers = await rows<{ name: string; email: string }>(
    `select name, email::text from users where role = 'aprobador' and status = 'active' order by id`,
    {},
    trx
  )
  const amount = formatAmount(Math.abs(question.amountMinor), document.currency)
  for (const { name, email } of approvers)
    await queueMail(
      {
        to: email,
        subject: `Aprobación de emergencia en ${site}`,
        body: `${name}:\n\n${who} ha aprobado ${document.name}, de ${site}, por ${amount} sin que hubiera nadie que pudiera hacerlo.\n\nMotivo: ${reason}\n\n${env.get('APP_URL')}${document.path}\n\nSi no le parece correcto, avise a la dirección.`,
        objectType: subject.type,
        objectId: subject.id,
      },
      trx
    )
}
