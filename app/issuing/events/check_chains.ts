import { SYSTEM } from '#app/audit/record_event'
import { addSystemEvent } from '#app/issuing/events/add_system_event'
import { findIssuingSettings, type IssuingSettings } from '#app/issuing/settings/issuing_settings'
import { dayText } from '#app/issuing/verifactu/record_text'
import { inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** Records of a chain that are not what they were, by AEAT's kind of anomaly. */
type Anomaly = {
  number: string
  issuerTaxId: string
  issuedOn: CalendarDate
  anomaly: '01' | '04' | '08' | '11'
}

const ANOMALIES: Readonly<Record<Anomaly['anomaly'], string>> = {
  '01': 'La huella no es la de su texto',
  '04': 'Falta el registro anterior',
  '08': 'La huella anterior no es la del registro anterior',
  '11': 'La hora es anterior a la del registro anterior',
}
const NOTED_MAX = 50

/**
 * Goes over the chain of every company that uses VERI*FACTU and notes that it was gone over, and each record that is not what it was,
 * as events of the system. Gives how many records were read and how many are not right.
 */
export async function checkChains(): Promise<{ companies: number; records: number; anomalies: number }> {
  const sites = await rows<{ siteId: number }>(
    `select distinct r.site_id from verifactu_records r join issuing_settings i on i.site_id = r.site_id where i.mode = 'verifactu' order by 1`
  )
  const done = { companies: 0, records: 0, anomalies: 0 }
  for (const { siteId } of sites) {
    const settings = await findIssuingSettings(siteId)
    if (!settings) continue
    const { records, anomalies } = await checkChainOf(settings)
    done.companies++
    done.records += records
    done.anomalies += anomalies
  }
  return done
}

async function checkChainOf(settings: IssuingSettings): Promise<{ records: number; anomalies: number }> {
  const bindings = { siteId: settings.siteId, installation: settings.installation }
  const { records } = await oneRow<{ records: number }>(
    `select count(*)::int as records from verifactu_records where site_id = :siteId and installation = :installation`,
    bindings
  )
  const found = await rows<Anomaly>(FIND, bindings)
  await inTransaction(async (trx) => {
    await addSystemEvent(settings, { own: { type: '03', records }, actor: SYSTEM }, trx)
    for (const one of found.slice(0, NOTED_MAX))
      await addSystemEvent(settings, { ...noted(one), actor: SYSTEM }, trx)
  })
  return { records, anomalies: found.length }
}

function noted({ anomaly, number, issuerTaxId, issuedOn }: Anomaly) {
  const invoice = {
    IDEmisorFactura: issuerTaxId,
    NumSerieFactura: number,
    FechaExpedicionFactura: dayText(issuedOn),
  }
  return { own: { type: '04', anomaly, invoice } as const, note: `${ANOMALIES[anomaly]}: ${number}` }
}

const FIND = `
  select number, issuer_tax_id, issued_on, case
      when hash <> verifactu_hash_of(hashed_text) then '01'
      when seq <> coalesce(seq_before, 0) + 1 then '04'
      when previous_hash is distinct from before then '08'
      else '11' end as anomaly
    from (select seq, number, issuer_tax_id, issued_on, hash, hashed_text, previous_hash, generated_at, lag(hash) over w as before, lag(seq) over w as seq_before,
            lag(generated_at) over w as at_before
            from verifactu_records where site_id = :siteId and installation = :installation window w as (order by seq)) r
   where hash <> verifactu_hash_of(hashed_text) or seq <> coalesce(seq_before, 0) + 1 or previous_hash is distinct from before
      or generated_at < at_before
   order by seq`
