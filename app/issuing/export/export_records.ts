import type { Actor } from '#app/audit/record_event'
import { addSystemEvent } from '#app/issuing/events/add_system_event'
import { eventFiles } from '#app/issuing/export/event_files'
import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import type { NamedRecord } from '#app/issuing/verifactu/event'
import { amountText, dayText, recordText } from '#app/issuing/verifactu/record_text'
import { envelopeXml, RECORDS_MAX } from '#app/issuing/verifactu/xml/envelope_xml'
import { inTransaction, oneRow, row, rows } from '#app/kernel/database/sql'
import type { ZipPart } from '#app/kernel/documents/zip_writer'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

type Year = { siteId: number; installation: string; year: string }

type Summary = {
  first: number
  last: number
  altas: number
  taxMinor: number
  totalMinor: number
  anulaciones: number
}

/**
 * The records of a year as AEAT would be sent them, a thousand a file, and the events of the system: what the law wants kept where it
 * can be read. That they were taken out is an event itself. Null where there are none.
 */
export async function exportRecords(
  settings: IssuingSettings,
  year: number,
  actor: Actor
): Promise<ZipPart[] | null> {
  const of: Year = { siteId: settings.siteId, installation: settings.installation, year: String(year) }
  const summary = await row<Summary>(SUMMARY, of)
  if (!summary) return null
  await noteExport(settings, of, summary, actor)
  return [...recordFiles(settings, of, summary), ...(await eventFiles(settings, of.year))]
}

const SUMMARY = `
  select min(seq) as first, max(seq) as last, count(*) filter (where kind = 'alta')::int as altas,
      coalesce(sum((content ->> 'CuotaTotal')::numeric * 100) filter (where kind = 'alta'), 0)::bigint as tax_minor,
      coalesce(sum((content ->> 'ImporteTotal')::numeric * 100) filter (where kind = 'alta'), 0)::bigint as total_minor,
      count(*) filter (where kind = 'anulacion')::int as anulaciones
    from verifactu_records where site_id = :siteId and installation = :installation and left(generated_text, 4) = :year
   having count(*) > 0`

async function noteExport(
  settings: IssuingSettings,
  of: Year,
  { first, last, taxMinor, totalMinor, altas, anulaciones }: Summary,
  actor: Actor
): Promise<void> {
  const [from, to] = [await namedRecord(of, first), await namedRecord(of, last)]
  await inTransaction((trx) =>
    addSystemEvent(
      settings,
      {
        own: {
          type: '08',
          from: from.at,
          to: to.at,
          first: from.named,
          last: to.named,
          altas,
          taxTotal: amountText(taxMinor),
          total: amountText(totalMinor),
          anulaciones,
        },
        note: `Registros de ${of.year}: ${altas + anulaciones}`,
        actor,
      },
      trx
    )
  )
}

async function namedRecord(of: Year, seq: number): Promise<{ at: string; named: NamedRecord }> {
  const found = await oneRow<{ taxId: string; number: string; day: CalendarDate; hash: string; at: string }>(
    `select issuer_tax_id as tax_id, number, issued_on as day, hash, generated_text as at
       from verifactu_records where site_id = :siteId and installation = :installation and seq = :seq`,
    { ...of, seq }
  )
  const { taxId, number, day, hash, at } = found
  const named = {
    IDEmisorFactura: taxId,
    NumSerieFactura: number,
    FechaExpedicionFactura: dayText(day),
    Huella: hash,
  }
  return { at, named }
}

/** One file for each thousand, read when its turn comes. */
function recordFiles(settings: IssuingSettings, of: Year, { first, last }: Summary): ZipPart[] {
  const header = {
    issuer: { NombreRazon: recordText(settings.issuerName, 120), NIF: settings.taxId },
    isIncident: false,
  }
  async function* content(from: number) {
    const found = await rows<{ xml: string }>(
      `select xml from verifactu_records where site_id = :siteId and installation = :installation and seq between :from and :to order by seq`,
      { ...of, from, to: Math.min(from + RECORDS_MAX - 1, last) }
    )
    yield envelopeXml(
      header,
      found.map(({ xml }) => xml)
    )
  }
  const starts = Array.from(
    { length: Math.ceil((last - first + 1) / RECORDS_MAX) },
    (_, n) => first + n * RECORDS_MAX
  )
  return starts.map((from) => ({
    name: `registros-${of.year}-${String(from).padStart(7, '0')}.xml`,
    content: content(from),
  }))
}
