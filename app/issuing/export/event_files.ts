import type { IssuingSettings } from '#app/issuing/settings/issuing_settings'
import type { EventOwn } from '#app/issuing/verifactu/event'
import type { BillingSystem } from '#app/issuing/verifactu/record'
import { recordText } from '#app/issuing/verifactu/record_text'
import { eventXml } from '#app/issuing/verifactu/xml/event_xml'
import { rows } from '#app/kernel/database/sql'
import type { ZipPart } from '#app/kernel/documents/zip_writer'

type Kept = {
  seq: number
  type: string
  data: Record<string, unknown>
  note: string | null
  previousHash: string | null
  previousType: string | null
  previousAt: string | null
  hash: string
  at: string
  system: BillingSystem
}

/** The events of a year, a file each, in the order of their chain. */
export async function eventFiles(settings: IssuingSettings, year: string): Promise<ZipPart[]> {
  const kept = await rows<Kept>(
    `select seq, type, data, note, previous_hash, previous_type, previous_at, hash, at, system
       from (select e.*, generated_text as at, lag(generated_text) over (order by seq) as previous_at
               from verifactu_events e where site_id = :siteId and installation = :installation) e
      where left(at, 4) = :year order by seq`,
    { siteId: settings.siteId, installation: settings.installation, year }
  )
  const issuer = { NombreRazon: recordText(settings.issuerName, 120), NIF: settings.taxId }
  return kept.map((event) => ({
    name: `eventos/${String(event.seq).padStart(7, '0')}.xml`,
    content: [`<?xml version="1.0" encoding="UTF-8"?>\n${xmlOf(event, issuer)}\n`],
  }))
}

function xmlOf(event: Kept, issuer: { NombreRazon: string; NIF: string }): string {
  const { previousHash, previousType, previousAt } = event
  return eventXml({
    system: event.system,
    issuer,
    own: { type: event.type, ...event.data } as EventOwn,
    ...(event.note === null ? {} : { note: event.note }),
    FechaHoraHusoGenEvento: event.at,
    previous:
      previousHash === null || previousType === null || previousAt === null
        ? null
        : { TipoEvento: previousType, FechaHoraHusoGenEvento: previousAt, HuellaEvento: previousHash },
    HuellaEvento: event.hash,
  })
}
