import type { Actor } from '#app/audit/record_event'
import { invoiceIdOf } from '#app/issuing/records/alta_content'
import { generatedAt, lockChainEnd, previousRecord } from '#app/issuing/records/chain_end'
import { readRecordedInvoice } from '#app/issuing/records/read_recorded_invoice'
import { writeRecord } from '#app/issuing/records/write_record'
import { billingSystem } from '#app/issuing/settings/billing_system'
import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import { anulacionValues, hashAnulacion } from '#app/issuing/verifactu/canonical_hash'
import type { AnulacionContent } from '#app/issuing/verifactu/record'
import { anulacionXml } from '#app/issuing/verifactu/xml/anulacion_xml'
import type { Transaction } from '#app/kernel/database/sql'

type Asked = {
  invoiceId: number
  settings: IssuingSettings
  actor: Actor
  /** AEAT never took an alta of it. */
  isWithoutPrior: boolean
  /** AEAT refused an anulación of it before. */
  wasRefused: boolean
}

/** Adds the anulación of an invoice to the chain of its company. */
export async function addAnulacion(
  { invoiceId, settings, actor, isWithoutPrior, wasRefused }: Asked,
  trx: Transaction
): Promise<number> {
  const invoice = await readRecordedInvoice(invoiceId, trx)
  const { siteId, installation } = settings
  const end = await lockChainEnd({ siteId, installation, kind: 'records' }, trx)
  const previous = await previousRecord(settings, end, trx)
  const { at, text } = generatedAt(end, settings.territory)
  const seq = end.seq + 1
  const id = invoiceIdOf(invoice)
  const content: AnulacionContent = {
    IDFactura: id,
    RefExterna: String(seq),
    ...(isWithoutPrior ? { SinRegistroPrevio: 'S' } : {}),
    ...(wasRefused ? { RechazoPrevio: 'S' } : {}),
  }
  const { text: hashedText, hash } = hashAnulacion(anulacionValues(id, { previousHash: end.hash, at: text }))
  const chained = {
    previous,
    system: await billingSystem(settings, trx),
    FechaHoraHusoGenRegistro: text,
    Huella: hash,
  }
  return writeRecord(
    {
      siteId,
      installation,
      seq,
      kind: 'anulacion',
      invoiceId,
      id,
      issuedOn: invoice.issuedOn,
      isCorrection: false,
      priorRejection: wasRefused ? 'S' : null,
      withoutPrior: isWithoutPrior,
      content,
      previousHash: end.hash,
      hash,
      hashedText,
      at,
      atText: text,
      xml: anulacionXml(content, chained),
      userId: actor.userId,
    },
    trx
  )
}
