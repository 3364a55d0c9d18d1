import { type ConnectorStatus, connectorWorkflow } from '#app/connectors/workflows/connector_workflow'
import { A, type Role, S, SC } from '#app/identity/roles'
import { DUTY_FROM } from '#app/issuing/settings/issuing_settings'
import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import { counted } from '#app/kernel/text/counted'
import { addDays, calendarDate, formatInstant, today } from '#app/kernel/time/calendar_date'

/** Something about issuing that somebody has to look at. */
export type IssuingAlert = {
  key: string
  title: string
  site: string
  text: string
  badge: Badge
  href: string
}

type Viewer = { role: Role; siteIds: number[] | 'all' }
type Found = {
  siteId: number
  site: string
  refused: number
  withErrors: number
  open: number
  failures: number
  lastError: string | null
  connection: ConnectorStatus | null
  isUnready: boolean
  takenAt: Date | null
}

const SEES: readonly Role[] = [S, A, SC]
/** Companies that still issue without it are told so this long before the duty begins. */
const WARNED_DAYS = 45

/**
 * What of issued documents waits for somebody: companies that issue nothing after a restore, records that AEAT refused or took with errors, sendings that fail or have no way
 * out, companies that have to begin with VERI*FACTU. Nothing for roles that do not issue.
 */
export async function issuingAlerts({ role, siteIds }: Viewer): Promise<IssuingAlert[]> {
  if (!SEES.includes(role)) return []
  const isNear = today() >= addDays(calendarDate(DUTY_FROM), -WARNED_DAYS)
  const found = await rows<Found>(
    `select * from (
       select s.id as site_id, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site, coalesce(d.refused, 0) as refused,
          coalesce(d.with_errors, 0) as with_errors, coalesce(d.open, 0) as open, coalesce(n.failures, 0) as failures, n.last_error, c.status as connection, h.taken_at,
          :isNear and coalesce(i.mode, 'off') = 'off' and not s.sii and s.territory not like 'foral%' and s.status = 'active'
            and exists (select 1 from issued_invoices o where o.site_id = s.id and o.treatment = 'invoice') as is_unready
         from sites s left join issuing_settings i on i.site_id = s.id left join connectors c on c.id = i.connector_id
         left join verifactu_senders n on n.site_id = s.id
         left join issuing_restores h on h.site_id = s.id and h.checked_at is null
         left join lateral (
           select count(*) filter (where d.status = 'refused' and o.id is not null)::int as refused,
              count(*) filter (where d.status = 'accepted_with_errors' and o.id is not null)::int as with_errors,
              count(*) filter (where d.status in ('pending', 'sending'))::int as open
             from verifactu_deliveries d left join issued_invoices o on o.last_record_id = d.record_id
            where d.site_id = s.id and d.status <> 'accepted') d on true
        where s.status <> 'archived' ${siteIds === 'all' ? '' : 'and s.id = any(:siteIds::bigint[])'}) told
      where taken_at is not null or refused > 0 or with_errors > 0 or is_unready or (open > 0 and (failures > 0 or connection is distinct from 'active'))
      order by taken_at is not null desc, refused > 0 desc, site limit 20`,
    { isNear, ...(siteIds === 'all' ? {} : { siteIds }) }
  )
  return found.flatMap((one) => alertsOf(one, role))
}

const listHref = (tab: string, siteId: number) =>
  `/refacturacion-historico/facturas?tab=${tab}&site_ids[]=${siteId}`

function alertsOf(found: Found, role: Role): IssuingAlert[] {
  const { siteId, site } = found
  const tabHref = role === SC ? '/refacturacion-historico/facturas' : `/sites/${siteId}/edit?tab=issuing`
  const alert = (kind: string, rest: Pick<IssuingAlert, 'text' | 'badge' | 'href'>): IssuingAlert => ({
    key: `${kind}-${siteId}`,
    title: 'VERI*FACTU',
    site,
    ...rest,
  })
  const told: IssuingAlert[] = []
  if (found.takenAt !== null)
    told.push({
      ...alert('restored', {
        text: `No emite: se restauró la copia del ${formatInstant(found.takenAt)} y falta confirmar el último número de cada serie`,
        badge: { label: 'Por confirmar', tone: 'red' },
        href: `/sites/${siteId}/edit?tab=issuing`,
      }),
      title: 'Numeración',
    })
  if (found.refused > 0)
    told.push(
      alert('refused', {
        text: `La AEAT ha rechazado ${counted(found.refused, 'registro', 'registros')}: hay que subsanar`,
        badge: { label: 'Rechazada', tone: 'red' },
        href: listHref('refused', siteId),
      })
    )
  if (found.withErrors > 0)
    told.push(
      alert('errors', {
        text: `${counted(found.withErrors, 'registro aceptado', 'registros aceptados')} con errores`,
        badge: { label: 'Con errores', tone: 'amber' },
        href: listHref('refused', siteId),
      })
    )
  if (found.open > 0 && (found.failures > 0 || found.connection !== 'active'))
    told.push(
      alert('stuck', {
        text: `${counted(found.open, 'registro espera', 'registros esperan')} sin poder enviarse: ${stuckText(found)}`,
        badge: { label: 'Sin enviar', tone: 'red' },
        href: tabHref,
      })
    )
  if (found.isUnready)
    told.push(
      alert('unready', {
        text: 'Emite facturas y no tiene VERI*FACTU, obligatorio desde el 01/01/2027',
        badge: { label: 'Sin activar', tone: 'amber' },
        href: tabHref,
      })
    )
  return told
}

function stuckText({ connection, lastError }: Found): string {
  if (connection === null) return 'falta el certificado'
  if (connection !== 'active') return connectorWorkflow.label(connection).toLowerCase()
  return lastError ?? 'la AEAT no responde'
}
