import type { Actor } from '#app/audit/record_event'
import { invoiceIdOf } from '#app/issuing/records/alta_content'
import { readRecordedInvoice } from '#app/issuing/records/read_recorded_invoice'
import { takePlace } from '#app/issuing/records/take_place'
import { writeRecord } from '#app/issuing/records/write_record'
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
  const { place, chained } = await takePlace(settings, trx)
  const id = invoiceIdOf(invoice)
  const content: AnulacionContent = {
    IDFactura: id,
    RefExterna: String(place.seq),
    ...(isWithoutPrior ? { SinRegistroPrevio: 'S' } : {}),
    ...(wasRefused ? { RechazoPrevio: 'S' } : {}),
  }
  const { text: hashedText, hash } = hashAnulacion(
    anulacionValues(id, { previousHash: place.previousHash, at: place.atText })
  )
  return writeRecord(
    {
      ...place,
      kind: 'anulacion',
      invoiceId,
      id,
      issuedOn: invoice.issuedOn,
      isCorrection: false,
      priorRejection: wasRefused ? 'S' : null,
      withoutPrior: isWithoutPrior,
      content,
      hash,
      hashedText,
      xml: anulacionXml(content, { ...chained, Huella: hash }),
      userId: actor.userId,
    },
    trx
  )
}
