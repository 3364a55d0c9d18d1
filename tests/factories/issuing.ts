import { serveStandIn } from '#app/connectors/stand_in/stand_in_server'
import { type AeatStandIn, aeatStandIn } from '#app/issuing/aeat/stand_in/aeat_stand_in'
import { makeCertificate } from '#app/issuing/aeat/stand_in/make_certificate'
import { issueInvoice } from '#app/issuing/invoices/issue_invoice'
import type { IssuedInvoice, NewInvoice } from '#app/issuing/invoices/new_invoice'
import { sendRecordsOf } from '#app/issuing/sending/send_records'
import { saveCertificate } from '#app/issuing/settings/save_certificate'
import { saveIssuingSettings } from '#app/issuing/settings/save_settings'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { makeSite, type TestSite } from '#tests/factories/books'
import { makeUser, type Person } from '#tests/factories/people'

export type IssuingStage = {
  issuer: TestSite
  recipient: TestSite
  person: Person
  iva21: number
}

const PRODUCER = {
  producerName: 'Productora de prueba, S.L.',
  producerTaxId: 'B12345674',
  producerAddress: 'Calle Mayor 1, 28013 Madrid',
  declaredPlace: 'Madrid',
  declaredOn: calendarDate('2026-01-02'),
}

/** Two companies of the group, the first with VERI*FACTU since 2026. */
export async function makeIssuingStage(): Promise<IssuingStage> {
  const [issuer, recipient] = [await makeSite(), await makeSite()]
  const person = await makeUser('s1st3ma')
  await switchOn(issuer, person)
  return { issuer, recipient, person, iva21: await taxCodeId('IVA21') }
}

/** VERI*FACTU since the beginning of 2026. */
export const switchOn = ({ siteId }: Pick<TestSite, 'siteId'>, { actor }: Person): Promise<boolean> =>
  saveIssuingSettings({
    siteId,
    input: {
      mode: 'verifactu',
      verifactuFrom: calendarDate('2026-01-01'),
      endsInYear: null,
      issuerName: `EMISORA ${siteId} SL`,
      ...PRODUCER,
      lockVersion: null,
    },
    actor,
  })

export async function taxCodeId(code: string): Promise<number> {
  const { id } = await oneRow<{ id: number }>(`select id from tax_codes where code = :code`, { code })
  return id
}

/** An invoice of 100,00 € and its 21 %, unless told otherwise. */
export function newInvoice(
  { issuer, recipient, person, iva21 }: IssuingStage,
  changed: Partial<NewInvoice> = {}
): NewInvoice {
  return {
    issuerSiteId: issuer.siteId,
    recipient: { siteId: recipient.siteId },
    treatment: 'invoice',
    issuedOn: calendarDate('2026-11-02'),
    description: 'Servicios centrales de octubre',
    lines: [{ description: 'Administración', baseMinor: 10_000, taxCodeId: iva21 }],
    actor: person.actor,
    ...changed,
  }
}

export const issue = (stage: IssuingStage, changed: Partial<NewInvoice> = {}): Promise<IssuedInvoice> =>
  inTransaction((trx) => issueInvoice(trx, newInvoice(stage, changed)))

export type PlayedAeat = { standIn: AeatStandIn; url: string; close: () => Promise<void> }

/** The stand-in of AEAT on this machine, and a company that sends to it with a certificate of its own. */
export async function playAeat({ issuer, person }: IssuingStage, slowMs = 500): Promise<PlayedAeat> {
  const standIn = aeatStandIn()
  const { url, close } = await serveStandIn(standIn, { slowMs })
  const { bundle } = makeCertificate({ name: 'EMISORA SL', taxId: issuer.taxId })
  const outcome = await saveCertificate({
    siteId: issuer.siteId,
    given: { file: bundle, passphrase: '', environment: 'sandbox_local', baseUrl: url },
    actor: person.actor,
  })
  if (outcome.message !== null) throw new Error(outcome.message)
  return { standIn, url, close }
}

/** Sends what waits, the wait being over. */
export async function sendNow({ issuer }: IssuingStage) {
  await execute(`update verifactu_senders set next_send_at = null where site_id = :siteId`, issuer)
  return sendRecordsOf(issuer.siteId)
}

export type Delivery = { status: string; code: number | null; attempts: number; kind: string; seq: number }

export const deliveriesOf = ({ issuer }: IssuingStage): Promise<Delivery[]> =>
  rows<Delivery>(
    `select d.status, d.code, d.attempts, r.kind, r.seq from verifactu_deliveries d join verifactu_records r on r.id = d.record_id
      where d.site_id = :siteId order by r.seq`,
    { siteId: issuer.siteId }
  )
