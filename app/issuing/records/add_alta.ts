import type { Actor } from '#app/audit/record_event'
import { altaContent } from '#app/issuing/records/alta_content'
import { readRecordedInvoice } from '#app/issuing/records/read_recorded_invoice'
import { takePlace } from '#app/issuing/records/take_place'
import { writeRecord } from '#app/issuing/records/write_record'
import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import { altaValues, hashAlta } from '#app/issuing/verifactu/canonical_hash'
import type { AltaContent } from '#app/issuing/verifactu/record'
import { codeText } from '#app/issuing/verifactu/rules/aeat_codes'
import { checkAlta } from '#app/issuing/verifactu/rules/check_alta'
import { altaXml } from '#app/issuing/verifactu/xml/alta_xml'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { today } from '#app/kernel/time/calendar_date'

type Asked = {
  invoiceId: number
  settings: IssuingSettings
  actor: Actor
  /** What a correction says instead of what the invoice says, and how AEAT took the records before it. */
  correction?: { content: AltaContent; priorRejection: 'S' | 'X' | null }
}

/**
 * Adds the alta of an invoice, or one that repairs it, to the chain of its company. Throws E_ISSUE_AEAT for what AEAT would certainly
 * refuse, E_CHAIN_BROKEN where the chain is not what it was.
 */
export async function addAlta(
  { invoiceId, settings, actor, correction }: Asked,
  trx: Transaction
): Promise<number> {
  const invoice = await readRecordedInvoice(invoiceId, trx)
  const { place, chained } = await takePlace(settings, trx)
  const content: AltaContent = { ...told(correction, altaContent(invoice)), RefExterna: String(place.seq) }
  refuseCertainly(content, settings)
  const { text: hashedText, hash } = hashAlta(
    altaValues(content, { previousHash: place.previousHash, at: place.atText })
  )
  return writeRecord(
    {
      ...place,
      kind: 'alta',
      invoiceId,
      id: content.IDFactura,
      issuedOn: invoice.issuedOn,
      isCorrection: correction !== undefined,
      priorRejection: correction?.priorRejection ?? null,
      withoutPrior: false,
      content,
      hash,
      hashedText,
      xml: altaXml(content, { ...chained, Huella: hash }),
      userId: actor.userId,
    },
    trx
  )
}

function told(correction: Asked['correction'], content: AltaContent): AltaContent {
  if (!correction) return content
  const { priorRejection } = correction
  return {
    ...correction.content,
    Subsanacion: 'S',
    ...(priorRejection === null ? {} : { RechazoPrevio: priorRejection }),
  }
}

/** What AEAT refuses for certain never takes a place in the chain. */
function refuseCertainly(content: AltaContent, { taxId }: IssuingSettings): void {
  const now = new Date()
  const { effect, code } = checkAlta(content, { today: today(now), now, headerNif: taxId })
  if (effect === 'refused')
    throw new DomainError('E_ISSUE_AEAT', `La AEAT rechazaría la factura (código ${code}): ${codeText(code)}`)
}
