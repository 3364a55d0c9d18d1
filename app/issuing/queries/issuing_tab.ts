import { type ConnectorStatus, connectorWorkflow } from '#app/connectors/workflows/connector_workflow'
import { S } from '#app/identity/roles'
import type { Treatment } from '#app/issuing/invoices/new_invoice'
import { numberOf } from '#app/issuing/invoices/take_number'
import { TREATMENTS } from '#app/issuing/issuing_labels'
import { listSystemEvents } from '#app/issuing/queries/list_system_events'
import { lastNumbers } from '#app/issuing/restored/last_numbers'
import { findOpenRestore } from '#app/issuing/restored/open_restore'
import { SYSTEM_ID, SYSTEM_NAME, SYSTEM_VERSION } from '#app/issuing/settings/billing_system'
import { findIssuingSettings, mustUseVerifactu } from '#app/issuing/settings/issuing_settings'
import { ENVIRONMENTS } from '#app/issuing/settings/save_certificate'
import { row, rows } from '#app/kernel/database/sql'
import { optionsOf } from '#app/kernel/text/labels'
import { today, yearOf } from '#app/kernel/time/calendar_date'
import env from '#start/env'

type Series = {
  id: number
  code: string
  treatment: Treatment
  isRectifying: boolean
  isYearly: boolean
  isActive: boolean
  lastYear: number | null
  lastSequence: number | null
}
type Sender = {
  open: number
  refused: number
  lastOkAt: Date | null
  nextSendAt: Date | null
  failures: number
  lastError: string | null
  lastErrorCode: number | null
}

/** The tab of a company's page that says how it issues. */
export async function issuingTab(siteId: number, viewer: { role: string }) {
  const settings = await findIssuingSettings(siteId)
  if (!settings) return null
  return {
    canWrite: viewer.role === S,
    isNew: settings.lockVersion === null,
    lockVersion: settings.lockVersion,
    isOutside: settings.sii || settings.territory.startsWith('foral'),
    isSii: settings.sii,
    isDue: mustUseVerifactu(settings, today()),
    mode: settings.mode,
    verifactuFrom: settings.verifactuFrom,
    endsInYear: settings.endsOn === null ? null : yearOf(settings.endsOn),
    issuerName: settings.issuerName,
    taxId: settings.taxId,
    installation: settings.installation,
    producerName: settings.producerName ?? '',
    producerTaxId: settings.producerTaxId ?? '',
    producerAddress: settings.producerAddress ?? '',
    declaredPlace: settings.declaredPlace ?? '',
    declaredOn: settings.declaredOn,
    connection: await connectionOf(settings.connectorId),
    environments: optionsOf(ENVIRONMENTS).filter(({ value }) => value !== 'sandbox_local' || isPlayed()),
    sender: await senderOf(siteId),
    series: (await seriesOf(siteId)).map(shown),
    restore: await restoreOf(siteId),
    treatments: optionsOf(TREATMENTS),
    system: { name: SYSTEM_NAME, code: SYSTEM_ID, version: SYSTEM_VERSION },
    years: await yearsOf(siteId),
    events: await listSystemEvents(siteId),
  }
}

/** The simulator exists in the demo and in trials. */
const isPlayed = () => env.get('NODE_ENV') !== 'production' || env.get('DEMO') === true

async function connectionOf(connectorId: number | null) {
  if (connectorId === null) return null
  const found = await row<{
    status: ConnectorStatus
    reason: string | null
    environment: keyof typeof ENVIRONMENTS
    hint: Record<string, { last4: string; on: string }>
  }>(
    `select status, status_reason as reason, environment, credentials_hint as hint from connectors where id = :connectorId`,
    { connectorId }
  )
  if (!found) return null
  return {
    id: connectorId,
    status: { label: connectorWorkflow.label(found.status), tone: connectorWorkflow.tone(found.status) },
    reason: found.reason,
    environment: found.environment,
    environmentLabel: ENVIRONMENTS[found.environment],
    since: found.hint.bundle?.on ?? null,
  }
}

async function senderOf(siteId: number) {
  const found = await row<Sender>(
    `select (select count(*)::int from verifactu_deliveries where site_id = :siteId and status in ('pending', 'sending')) as open,
        (select count(*)::int from verifactu_deliveries d join issued_invoices i on i.last_record_id = d.record_id
          where d.site_id = :siteId and d.status = 'refused') as refused,
        s.last_ok_at, s.next_send_at, coalesce(s.failures, 0) as failures, s.last_error, s.last_error_code
       from (select 1) one left join verifactu_senders s on s.site_id = :siteId`,
    { siteId }
  )
  return {
    open: found?.open ?? 0,
    refused: found?.refused ?? 0,
    lastOkAt: found?.lastOkAt?.toISOString() ?? null,
    nextSendAt: found?.nextSendAt?.toISOString() ?? null,
    failures: found?.failures ?? 0,
    error: found?.lastError ? [found.lastErrorCode, found.lastError].filter(Boolean).join(' · ') : null,
  }
}

/** What somebody has to confirm after a restore before the company issues again. */
async function restoreOf(siteId: number) {
  const restore = await findOpenRestore(siteId)
  if (!restore) return null
  return { takenAt: restore.takenAt.toISOString(), numbers: await lastNumbers(restore) }
}

function seriesOf(siteId: number): Promise<Series[]> {
  return rows<Series>(
    `select s.id, s.code, s.treatment, s.is_rectifying, s.is_yearly, s.is_active, c.year as last_year, c.last_sequence
       from issuing_series s left join lateral (select year, last_sequence from issuing_counters where series_id = s.id order by year desc limit 1) c on true
      where s.site_id = :siteId order by s.code`,
    { siteId }
  )
}

/** Years that have records, the last first. */
async function yearsOf(siteId: number): Promise<string[]> {
  const found = await rows<{ year: string }>(
    `select distinct left(generated_text, 4) as year from verifactu_records where site_id = :siteId order by year desc`,
    { siteId }
  )
  return found.map(({ year }) => year)
}

const shown = (series: Series) => ({
  id: series.id,
  code: series.code,
  kind: series.isRectifying ? 'Rectificativas' : TREATMENTS[series.treatment],
  isYearly: series.isYearly,
  isActive: series.isActive,
  last: series.lastSequence === null ? null : numberOf(series, series.lastYear ?? 0, series.lastSequence),
})

export type IssuingTab = NonNullable<Awaited<ReturnType<typeof issuingTab>>>
