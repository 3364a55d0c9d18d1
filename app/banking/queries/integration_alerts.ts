import { limitToAccounts } from '#app/accounts/queries/account_scope'
import type { Viewer } from '#app/accounts/viewer'
import { bankOf } from '#app/banking/bank_provider'
import { mismatchText } from '#app/banking/provider_title'
import { connectorWorkflow } from '#app/connectors/workflows/connector_workflow'
import { A, type Role, S, SC } from '#app/identity/roles'
import { rows } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter } from '#app/kernel/lists/listing'
import { formatAmount } from '#app/kernel/money/money'
import { counted } from '#app/kernel/text/counted'

/** Something about connections that somebody has to look at. */
export type IntegrationAlert = {
  key: string
  /** «Qonto · Qonto Hotel Sol». */
  title: string
  site: string
  text: string
  badge: Badge
  href: string
}

type Found = {
  kind: 'connection' | 'mismatch' | 'closed' | 'unlinked' | 'duplicates' | 'beneficiaries'
  id: number
  provider: string
  label: string
  site: string
  status: 'active' | 'paused' | 'auth_required' | 'error'
  reason: string | null
  name: string | null
  minor: number | null
  currency: string | null
  count: number | null
}

const SEES: readonly Role[] = [S, A, SC]
const ALERTS_MAX = 20

/** Of every connection that is not disabled; `a` are its accounts. */
const about = (kind: Found['kind'], id: string) =>
  `select '${kind}' as kind, ${id} as id, c.provider, c.label, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site, c.status`
const FROM = 'from connectors c join sites s on s.id = c.site_id'
const ACCOUNTS = `${FROM} join provider_accounts a on a.connector_id = c.id`

/**
 * What of connections waits for somebody: those that cannot be read or pay, accounts that do not add up, that are none of
 * ours or closed with money in them, movements that may be there twice, beneficiaries that want a second person. Nothing for
 * roles that have no connections.
 */
export async function integrationAlerts(viewer: Viewer): Promise<IntegrationAlert[]> {
  if (!SEES.includes(viewer.role)) return []
  const seen: Filter = { where: [`c.status <> 'disabled'`], bindings: { userId: viewer.userId } }
  if (viewer.siteIds !== 'all') {
    seen.where.push('c.site_id = any(:siteIds::bigint[])')
    seen.bindings.siteIds = viewer.siteIds
  }
  const connections = seen.where.join(' and ')
  await limitToAccounts(viewer.userId, 'a.bank_account_id', seen)
  const accounts = seen.where.join(' and ')
  const found = await rows<Found>(
    `select * from (
       ${about('connection', 'c.id')}, c.status_reason as reason, null as name, null::bigint as minor, null as currency, null::int as count, 1 as place
         ${FROM} where ${connections} and c.status <> 'active'
       union all ${about('mismatch', 'a.id')}, null, a.name, a.mismatch_minor, a.currency, null, 2
         ${ACCOUNTS} where ${accounts} and a.mismatch_minor is not null
       union all ${about('closed', 'a.id')}, null, a.name, a.balance_minor, a.currency, null, 3
         ${ACCOUNTS} where ${accounts} and a.closed_at is not null and a.balance_minor <> 0
       union all ${about('duplicates', 'a.id')}, null, a.name, null, null, count(*)::int, 4
         ${ACCOUNTS} join bank_statement_lines l on l.bank_account_id = a.bank_account_id and l.possible_duplicate_of is not null
        where ${accounts} group by c.id, s.id, a.id
       union all ${about('unlinked', 'c.id')}, null, null, null, null, count(*)::int, 5
         ${ACCOUNTS} where ${accounts} and a.bank_account_id is null and a.closed_at is null group by c.id, s.id
       union all ${about('beneficiaries', 'c.id')}, null, null, null, null, count(*)::int, 6
         ${FROM} join provider_beneficiaries b on b.connector_id = c.id
        where ${connections} and b.verified_at is null and b.created_by is not null and b.created_by <> :userId and b.status <> 'deleted'
        group by c.id, s.id
     ) told order by place, site, label, id limit ${ALERTS_MAX}`,
    seen.bindings
  )
  return found.flatMap((one) => alertOf(one) ?? [])
}

function alertOf(found: Found): IntegrationAlert | null {
  const bank = bankOf(found.provider)
  if (!bank) return null
  const { title, path } = bank.connector
  const isOfAccount = ['mismatch', 'closed', 'duplicates'].includes(found.kind)
  return {
    key: `${found.kind}-${found.id}`,
    title: `${title} · ${found.label}`,
    site: found.site,
    href: isOfAccount
      ? `${path}/accounts/${found.id}${found.kind === 'duplicates' ? '?doubtful=1' : ''}`
      : path,
    ...toldOf(found, title),
  }
}

function toldOf(found: Found, title: string): Pick<IntegrationAlert, 'text' | 'badge'> {
  const { name, status, reason, minor, currency } = found
  const count = found.count ?? 0
  const amount = { minor: minor ?? 0, currency: currency ?? 'EUR' }
  switch (found.kind) {
    case 'connection': {
      const label = connectorWorkflow.label(status)
      return { text: reason ?? label, badge: { label, tone: connectorWorkflow.tone(status) } }
    }
    case 'mismatch':
      return {
        text: `${name}: ${mismatchText(amount, title)}`,
        badge: { label: 'Descuadre', tone: 'red' },
      }
    case 'closed':
      return {
        text: `${name} está cerrada en ${title} con un saldo de ${formatAmount(amount.minor, amount.currency)}`,
        badge: { label: 'Cerrada con saldo', tone: 'red' },
      }
    case 'duplicates':
      return {
        text: `${name}: ${counted(count, 'movimiento puede estar', 'movimientos pueden estar')} dos veces, por fichero y por conexión`,
        badge: { label: 'Posible duplicado', tone: 'amber' },
      }
    case 'unlinked':
      return {
        text: `${counted(count, 'cuenta sin asociar', 'cuentas sin asociar')} a una cuenta principal`,
        badge: { label: 'Sin asociar', tone: 'amber' },
      }
    case 'beneficiaries':
      return {
        text: `${counted(count, 'beneficiario espera', 'beneficiarios esperan')} a que los verifique una segunda persona`,
        badge: { label: 'Sin verificar', tone: 'amber' },
      }
  }
}
