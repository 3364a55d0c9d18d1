import { type Client, row } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** From this day companies that pay corporation tax issue with VERI*FACTU (RD-ley 15/2025), but those in SII and those of the foral treasuries. */
export const DUTY_FROM = '2027-01-01'

/** How a company issues. */
export type IssuingSettings = {
  siteId: number
  mode: 'off' | 'verifactu'
  verifactuFrom: CalendarDate | null
  endsOn: CalendarDate | null
  issuerName: string
  taxId: string
  address: string | null
  territory: string
  sii: boolean
  installation: string
  producerName: string | null
  producerTaxId: string | null
  producerAddress: string | null
  /** Where and when the producer signed the responsible declaration of the system. */
  declaredPlace: string | null
  declaredOn: CalendarDate | null
  connectorId: number | null
  /** Of the connection: where the QR leads and the records go. */
  environment: 'sandbox_local' | 'sandbox' | 'live' | null
  isActive: boolean
  lockVersion: number | null
}

/** What a company that nobody has set up has: its own name, and an installation named after its code. */
export async function findIssuingSettings(siteId: number, client?: Client): Promise<IssuingSettings | null> {
  return row<IssuingSettings>(
    `select s.id as site_id, coalesce(i.mode, 'off') as mode, i.verifactu_from, i.ends_on,
        coalesce(i.issuer_name, s.legal_name::text) as issuer_name, s.tax_id::text as tax_id,
        nullif(concat_ws(', ', nullif(s.address, ''), nullif(concat_ws(' ', s.postal_code, s.city), '')), '') as address,
        s.territory, s.sii, coalesce(i.installation, 'CAUDAL-' || s.code) as installation, i.producer_name, i.producer_tax_id,
        i.producer_address, i.declared_place, i.declared_on,
        i.connector_id, c.environment, s.status = 'active' as is_active, i.lock_version
       from sites s left join issuing_settings i on i.site_id = s.id left join connectors c on c.id = i.connector_id
      where s.id = :siteId`,
    { siteId },
    client
  )
}

/** Whether invoices of this company and day become records of VERI*FACTU. Companies in SII are outside (RD 1007/2023, art. 3.3). */
export const usesVerifactu = (
  { mode, sii, verifactuFrom, endsOn }: IssuingSettings,
  day: CalendarDate
): boolean =>
  mode === 'verifactu' &&
  !sii &&
  verifactuFrom !== null &&
  day >= verifactuFrom &&
  (endsOn === null || day <= endsOn)

/** Whether the law asks it of them. */
export const mustUseVerifactu = ({ sii, territory }: IssuingSettings, day: CalendarDate): boolean =>
  day >= DUTY_FROM && !sii && !territory.startsWith('foral')
