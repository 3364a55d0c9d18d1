import { recordEvent } from '#app/audit/record_event'
import { type TaxGroup, taxGroups, totalsOf } from '#app/issuing/invoices/issued_amounts'
import type { IssuedInvoice, NewInvoice } from '#app/issuing/invoices/new_invoice'
import { type CopiedRecipient, readRecipient } from '#app/issuing/invoices/read_parties'
import { readRectified } from '#app/issuing/invoices/read_rectified'
import { readTaxedLines } from '#app/issuing/invoices/read_taxed_lines'
import { refuseUnissuable } from '#app/issuing/invoices/refuse_unissuable'
import { takeNumber } from '#app/issuing/invoices/take_number'
import { writeInvoice } from '#app/issuing/invoices/write_invoice'
import { addAlta } from '#app/issuing/records/add_alta'
import { refuseRestored } from '#app/issuing/restored/open_restore'
import {
  findIssuingSettings,
  type IssuingSettings,
  usesVerifactu,
} from '#app/issuing/settings/issuing_settings'
import { type QrPlace, qrAddress } from '#app/issuing/verifactu/qr_address'
import { amountText, dayText } from '#app/issuing/verifactu/record_text'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Issues a document of a company in the transaction of its caller, who posts it: number, lines, taxes by rate and, of an invoice,
 * its record of VERI*FACTU, whose sending is asked for. Companies that issue in one transaction are taken in the order
 * of their keys, so that two transactions never wait for each other. Throws DomainError `E_ISSUE_…`
 * (`E_ISSUE_RESTORED` while the numbers of the company are to be confirmed after a restore) and `E_VERIFACTU_OFF`.
 */
export async function issueInvoice(trx: Transaction, given: NewInvoice): Promise<IssuedInvoice> {
  const settings = await findIssuingSettings(given.issuerSiteId, trx)
  if (!settings)
    throw new DomainError('E_ISSUE_COMPANY', 'La empresa que emite no existe.', { field: 'issuer' })
  const recipient = await readRecipient(given.recipient, given.issuerSiteId, trx)
  const rectified = await readRectified(given, recipient, trx)
  const on = given.operatedOn ?? given.issuedOn
  const lines = await readTaxedLines({ ...given, on, territory: settings.territory }, trx)
  const groups = taxGroups(lines)
  const totals = totalsOf(given.lines, groups)
  refuseUnissuable(given, settings, totals)
  await refuseRestored(given.issuerSiteId, trx)
  const taken = await takeNumber(
    { ...given, isRectifying: given.rectifies !== undefined, userId: given.actor.userId },
    trx
  )
  const isRecorded = given.treatment === 'invoice' && usesVerifactu(settings, given.issuedOn)
  const id = await writeInvoice(
    {
      given,
      settings,
      recipient,
      rectified,
      lines,
      groups,
      totals,
      taken,
      qrAddress: isRecorded
        ? qrAddress(
            {
              IDEmisorFactura: settings.taxId,
              NumSerieFactura: taken.number,
              FechaExpedicionFactura: dayText(given.issuedOn),
              ImporteTotal: amountText(totals.totalMinor),
            },
            qrPlace(settings)
          )
        : null,
    },
    trx
  )
  const recordId = isRecorded ? await addAlta({ invoiceId: id, settings, actor: given.actor }, trx) : null
  await noteIssued({ given, recipient, id, number: taken.number }, trx)
  return {
    id,
    number: taken.number,
    ...totals,
    payableMinor: totals.totalMinor - (given.withholding?.amountMinor ?? 0),
    taxes: groups.map(told),
    recordId,
  }
}

/** Only what goes to the real service leads to it. */
const qrPlace = ({ environment }: IssuingSettings): QrPlace =>
  environment === 'live' ? 'production' : 'test'

const told = ({ taxCodeId, qualified, baseMinor, vatMinor }: TaxGroup): IssuedInvoice['taxes'][number] => ({
  taxCodeId,
  rateBasisPoints: qualified.rateBasisPoints,
  baseMinor,
  vatMinor,
})

type Noted = { given: NewInvoice; recipient: CopiedRecipient; id: number; number: string }

async function noteIssued({ given, recipient, id, number }: Noted, trx: Transaction): Promise<void> {
  await recordEvent(
    {
      actor: given.actor,
      objectType: 'issued_invoice',
      objectId: id,
      siteId: given.issuerSiteId,
      event: 'issued_invoice.issued',
      to: 'issued',
      diff: { number: [null, number], recipient: [null, recipient.name] },
    },
    trx
  )
}
