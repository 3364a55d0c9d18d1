import { type Actor, recordEvent } from '#app/audit/record_event'
import { addAlta } from '#app/issuing/records/add_alta'
import { heardOf } from '#app/issuing/records/heard_of'
import { findIssuingSettings } from '#app/issuing/settings/issuing_settings'
import type { AltaContent } from '#app/issuing/verifactu/record'
import { recordText } from '#app/issuing/verifactu/record_text'
import { isKnownRegime } from '#app/issuing/verifactu/rules/line_rules'
import { inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidSpanishTaxId, normalizeTaxId } from '#app/kernel/identifiers/tax_id'

/** What of a record may be said anew: what identifies the recipient, what the operation was, the keys of its regime. */
export type Correction = {
  recipientName: string
  recipientTaxId: string
  description: string
  /** Key of the regime of each rate, in the order of the record. */
  regimes: readonly string[]
}

type Asked = { invoiceId: number; correction: Correction; actor: Actor }
type Last = { siteId: number; status: string; number: string; content: AltaContent; kind: string }

/**
 * Repairs the record of an invoice by another one (subsanación): the invoice itself, its number and its amounts stay. Throws
 * E_TRANSITION while AEAT has not answered or after it was annulled, E_ISSUE_RECIPIENT for no name or a NIF that is none,
 * E_ISSUE_REGIME at the key of a regime that AEAT does not know.
 */
export async function correctRecord(
  trx: Transaction,
  { invoiceId, correction, actor }: Asked
): Promise<number> {
  const last = await lockLast(invoiceId, trx)
  const heard = await heardOf(invoiceId, trx)
  if (last.status !== 'issued')
    throw new DomainError('E_TRANSITION', 'La factura está anulada: no se subsana.')
  if (heard.isOpen)
    throw new DomainError(
      'E_TRANSITION',
      'La AEAT aún no ha contestado al último registro: espere su respuesta.'
    )
  const settings = await findIssuingSettings(last.siteId, trx)
  if (!settings) throw new Error(`The company ${last.siteId} is gone`)
  const content = corrected(last.content, correction)
  const recordId = await addAlta(
    { invoiceId, settings, actor, correction: { content, priorRejection: priorRejection(heard) } },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'issued_invoice',
      objectId: invoiceId,
      siteId: last.siteId,
      event: 'issued_invoice.record_corrected',
      diff: differences(last.content, content),
    },
    trx
  )
  return recordId
}

/** X where nothing of it is at AEAT, S where a correction of what is there was refused, else nothing. */
const priorRejection = ({
  wasRefusedOutright,
  wasCorrectionRefused,
}: Awaited<ReturnType<typeof heardOf>>): 'S' | 'X' | null => {
  if (wasRefusedOutright) return 'X'
  return wasCorrectionRefused ? 'S' : null
}

/** The last alta: a correction of a correction begins where that one ended. */
function lockLast(invoiceId: number, trx: Transaction): Promise<Last> {
  return oneRow<Last>(
    `select i.site_id, i.status, i.number, r.content, r.kind from issued_invoices i
       join lateral (select content, kind from verifactu_records where invoice_id = i.id and kind = 'alta' order by id desc limit 1) r on true
      where i.id = :invoiceId for update of i`,
    { invoiceId },
    trx
  )
}

function corrected(content: AltaContent, correction: Correction): AltaContent {
  const [recipient] = content.Destinatarios ?? []
  const taxId = normalizeTaxId(correction.recipientTaxId)
  const name = recordText(correction.recipientName, 120)
  if (recipient && name === '')
    throw new DomainError('E_ISSUE_RECIPIENT', 'Indique el nombre del destinatario.', {
      field: 'recipient_name',
    })
  if (recipient?.NIF !== undefined && !isValidSpanishTaxId(taxId))
    throw new DomainError('E_ISSUE_RECIPIENT', 'El NIF del destinatario no es válido.', {
      field: 'recipient_tax_id',
    })
  return {
    ...content,
    DescripcionOperacion: recordText(correction.description, 500),
    ...(recipient
      ? {
          Destinatarios: [
            recipient.IDOtro
              ? { NombreRazon: name, IDOtro: { ...recipient.IDOtro, ID: correction.recipientTaxId.trim() } }
              : { NombreRazon: name, NIF: taxId },
          ],
        }
      : {}),
    Desglose: content.Desglose.map((detail, at) => {
      const asked = { ...detail, ClaveRegimen: correction.regimes[at] ?? detail.ClaveRegimen ?? '01' }
      if (!isKnownRegime(asked))
        throw new DomainError('E_ISSUE_REGIME', 'La AEAT no conoce esta clave de régimen.', {
          field: `regimes.${at}`,
        })
      return asked
    }),
  }
}

function differences(before: AltaContent, after: AltaContent): Record<string, [unknown, unknown]> {
  const told = ({ Destinatarios: [to] = [], DescripcionOperacion, Desglose }: AltaContent) => ({
    recipient: to?.NombreRazon ?? null,
    tax_id: to?.NIF ?? to?.IDOtro?.ID ?? null,
    description: DescripcionOperacion,
    regimes: Desglose.map(({ ClaveRegimen }) => ClaveRegimen).join(', '),
  })
  const [was, is] = [told(before), told(after)]
  return Object.fromEntries(
    (Object.keys(was) as (keyof typeof was)[])
      .filter((key) => was[key] !== is[key])
      .map((key) => [key, [was[key], is[key]]])
  )
}

/** The same from the page of the document, in a transaction of its own. */
export const correctFromPage = (invoiceId: number, correction: Correction, actor: Actor): Promise<number> =>
  inTransaction((trx) => correctRecord(trx, { invoiceId, correction, actor }))
