import type { Actor } from '#app/audit/record_event'
import { noteService, type PlayedService, playService } from '#app/demo/connections/demo_stand_ins'
import { postCharge } from '#app/demo/documents/demo_issuing_books'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { makeCertificate } from '#app/issuing/aeat/stand_in/make_certificate'
import { annulFromPage } from '#app/issuing/invoices/annul_from_page'
import { issueInvoice } from '#app/issuing/invoices/issue_invoice'
import type { IssuedInvoice, Rectification } from '#app/issuing/invoices/new_invoice'
import { sendRecordsOf } from '#app/issuing/sending/send_records'
import { saveCertificate } from '#app/issuing/settings/save_certificate'
import { openSeries } from '#app/issuing/settings/save_series'
import { saveIssuingSettings } from '#app/issuing/settings/save_settings'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { addDays, type CalendarDate, calendarDate, maxDay, yearOf } from '#app/kernel/time/calendar_date'

const SERIES = 'SER'
const RECTIFYING = 'SERR'
const DAYS_BACK = 40
const REFUSED = 1110

/**
 * The holding charges its central services to its hotels with VERI*FACTU, which the demo's AEAT takes: one record is refused, one
 * taken with errors, one invoice rectified and one annulled, and the last ones wait to be sent.
 */
export async function createDemoIssuing(
  sites: DemoSite[],
  users: DemoUsers,
  day: CalendarDate
): Promise<void> {
  const [holding, ...hotels] = sites
  const system = { userId: users.system, kind: 'user' as const }
  const approver = { userId: users.approver, kind: 'user' as const }
  if (!holding) return
  const service = await connectHolding(holding, system, day)
  const taxCodeId = await taxCode('IVA21')
  // The year before is closed in the demo.
  const on = (days: number) => maxDay(addDays(day, days), calendarDate(`${yearOf(day)}-01-01`))
  const issued: IssuedInvoice[] = []
  for (const [at, hotel] of hotels.entries())
    issued.push(
      await charge({
        issuer: holding,
        recipient: hotel,
        day: on(at - DAYS_BACK),
        baseMinor: 185_000 + at * 37_250,
        taxCodeId,
        actor: approver,
      })
    )
  const [first, second, third] = issued
  if (first) service.standIn.acts.answer?.({ number: first.number, code: REFUSED })
  if (second) service.standIn.acts.answer?.({ number: second.number, code: 2001 })
  await send(holding.id)
  const [resort, , city] = hotels
  if (third && city)
    await takeBack({
      issuer: holding,
      recipient: city,
      invoice: third,
      day: on(-20),
      taxCodeId,
      actor: approver,
    })
  if (resort) {
    const twice = await inTransaction((trx) =>
      issue(
        { issuer: holding, recipient: resort, day: on(-18), baseMinor: 185_000, taxCodeId, actor: approver },
        trx
      )
    )
    await annulFromPage(twice.id, 'Emitida por duplicado', approver)
  }
  await send(holding.id)
  for (const hotel of hotels.slice(0, 2))
    await charge({
      issuer: holding,
      recipient: hotel,
      day: on(-2),
      baseMinor: 92_400,
      taxCodeId,
      actor: approver,
    })
  service.keep()
  await service.close()
}

async function connectHolding(
  { id: siteId, legalName, taxId }: DemoSite,
  actor: Actor,
  day: CalendarDate
): Promise<PlayedService> {
  const from = addDays(day, -DAYS_BACK - 5)
  await saveIssuingSettings({
    siteId,
    input: {
      mode: 'verifactu',
      verifactuFrom: from,
      endsInYear: null,
      issuerName: legalName,
      producerName: legalName,
      producerTaxId: taxId,
      producerAddress: 'Paseo Marítimo 12, 07014 Palma',
      declaredPlace: 'Palma',
      declaredOn: from,
      lockVersion: null,
    },
    actor,
  })
  await openSeries({ siteId, code: SERIES, treatment: 'invoice', isRectifying: false, isYearly: true, actor })
  await openSeries({
    siteId,
    code: RECTIFYING,
    treatment: 'invoice',
    isRectifying: true,
    isYearly: true,
    actor,
  })
  const { bundle } = makeCertificate({ name: legalName, taxId })
  const service = await playService({
    key: 'aeat-holding',
    provider: 'aeat',
    port: 0,
    connectorId: null,
    credentials: { bundle: bundle.toString('base64') },
    dump: '{}',
  })
  await saveCertificate({
    siteId,
    given: { file: bundle, passphrase: '', environment: 'sandbox_local', baseUrl: service.url },
    actor,
  })
  const { connectorId } = await oneRow<{ connectorId: number }>(
    `select connector_id from issuing_settings where site_id = :siteId`,
    { siteId }
  )
  noteService(service, connectorId)
  return service
}

type Charge = {
  issuer: DemoSite
  recipient: DemoSite
  day: CalendarDate
  baseMinor: number
  taxCodeId: number
  actor: Actor
  rectifies?: Rectification
}

/** Issued, and posted in both books, in one transaction. */
function charge(given: Charge): Promise<IssuedInvoice> {
  return inTransaction(async (trx) => {
    const issued = await issue(given, trx)
    await postCharge(given, issued, trx)
    return issued
  })
}

function issue({ issuer, recipient, day, baseMinor, taxCodeId, actor, rectifies }: Charge, trx: Transaction) {
  const administration = Math.trunc(baseMinor * 0.6)
  return issueInvoice(trx, {
    issuerSiteId: issuer.id,
    recipient: { siteId: recipient.id },
    treatment: 'invoice',
    series: rectifies ? RECTIFYING : SERIES,
    issuedOn: day,
    dueOn: addDays(day, 30),
    description: rectifies ? 'Ajuste de los servicios centrales' : 'Servicios centrales de administración',
    lines: [
      { description: 'Administración y contabilidad', baseMinor: administration, taxCodeId },
      { description: 'Sistemas y comunicaciones', baseMinor: baseMinor - administration, taxCodeId },
    ],
    ...(rectifies ? { rectifies } : {}),
    actor,
  })
}

type TakenBack = Omit<Charge, 'baseMinor' | 'rectifies'> & { invoice: IssuedInvoice }

/** A part of an invoice is given back: a rectifying one by differences. */
const takeBack = ({ invoice, ...given }: TakenBack) =>
  charge({
    ...given,
    baseMinor: -15_000,
    rectifies: { invoiceIds: [invoice.id], method: 'differences', cause: 'R4' },
  })

/** Each sending of the demo goes at once: nobody waits a minute while it is filled. */
async function send(siteId: number): Promise<void> {
  await execute(`update verifactu_senders set next_send_at = null where site_id = :siteId`, { siteId })
  await sendRecordsOf(siteId)
}

async function taxCode(code: string): Promise<number> {
  const found = await row<{ id: number }>(`select id from tax_codes where code = :code`, { code })
  if (!found) throw new Error(`No tax is called ${code}`)
  return found.id
}
