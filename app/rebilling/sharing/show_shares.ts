import { A, type Role, S, SC } from '#app/identity/roles'
import { row, rows } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import type { MoneyJson } from '#app/kernel/money/money'
import { optionsOf } from '#app/kernel/text/labels'
import { listKeyNames } from '#app/rebilling/keys/list_keys'
import { ALLOCATIONS, type Allocation } from '#app/rebilling/rebilling_labels'
import { readShares, type Share, sharePartsOf } from '#app/rebilling/sharing/read_shares'

type Parts = {
  allocation: Allocation
  allocationKey: string | null
  targets: { siteId: number; percentage: string | null; amountMinor: number | null }[]
}

export type ShownShare = Parts & {
  id: number
  allocationText: string
  ruleName: string | null
  /** Empty where it is the whole invoice. */
  lineIds: number[]
  lines: string
  base: MoneyJson
  parts: { siteId: number; site: string; measure: string; amount: MoneyJson; isOwn: boolean }[]
  problem: string | null
}

export type InvoiceShares = {
  canShare: boolean
  shares: ShownShare[]
  /** Rules of the company whose parts it may take over, and how the invoice that this one rectifies was shared out. */
  models: (Parts & { name: string })[]
  allocations: { value: string; label: string }[]
  keys: { value: string; label: string }[]
}

const SENIOR: readonly string[] = [S, A, SC]
const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

/** How an invoice is shared out, and what a person who may say so chooses from; null where there is neither. */
export async function showShares(
  { id, siteId }: { id: number; siteId: number | null },
  { role }: { role: string; siteIds: number[] | 'all' }
): Promise<InvoiceShares | null> {
  const shares = await readShares(id)
  const canShare = SENIOR.includes(role as Role) && siteId !== null
  if (shares.length === 0 && !canShare) return null
  const own = siteId === null ? null : await companyOf(siteId)
  return {
    canShare,
    shares: shares.map((share) => shown(share, own)),
    models: canShare ? [...(await ruleModels(siteId)), ...(await rectifiedModel(id))] : [],
    allocations: optionsOf(ALLOCATIONS),
    keys: canShare ? await listKeyNames() : [],
  }
}

type Company = { siteId: number; site: string }

const companyOf = async (siteId: number): Promise<Company> => ({
  siteId,
  site:
    (await row<{ name: string }>(`select legal_name as name from sites where id = :siteId`, { siteId }))
      ?.name ?? '',
})

function shown(share: Share, own: Company | null): ShownShare {
  const { allocation, allocationKey, ruleName, targets, chosen } = share
  const { amounts, problem } = amountsOf(share)
  return {
    id: share.id,
    allocation,
    allocationKey,
    allocationText: allocationKey ? `${ALLOCATIONS[allocation]}: ${allocationKey}` : ALLOCATIONS[allocation],
    ruleName,
    lineIds: share.coversInvoice ? [] : chosen.map(({ lineId }) => lineId),
    lines: share.coversInvoice ? 'Toda la factura' : chosen.map(({ concept }) => concept).join(' · '),
    base: euros(costOf(share)),
    targets: targets.map(({ siteId, percentage, amountMinor }) => ({ siteId, percentage, amountMinor })),
    parts: partsOf(share, amounts, own),
    problem: problem ?? unclassified(share),
  }
}

const costOf = ({ lines }: Share): number => lines.reduce((sum, { costMinor }) => sum + costMinor, 0)

/** What each company bears; the one of the invoice bears what nobody else does, whether it was named or not. */
function partsOf(
  share: Share,
  amounts: ReadonlyMap<number, number>,
  own: Company | null
): ShownShare['parts'] {
  const { targets, allocation } = share
  const others = targets.filter(({ siteId }) => siteId !== own?.siteId)
  const rest = costOf(share) - others.reduce((sum, { siteId }) => sum + (amounts.get(siteId) ?? 0), 0)
  const parts = targets.map((target) => {
    const isOwn = target.siteId === own?.siteId
    return {
      siteId: target.siteId,
      site: target.site,
      measure: isOwn && allocation === 'fixed_amount' ? REST : measureOf(target, allocation),
      amount: euros(isOwn && amounts.size > 0 ? rest : (amounts.get(target.siteId) ?? 0)),
      isOwn,
    }
  })
  const isTold = own === null || others.length < targets.length || rest === 0 || amounts.size === 0
  return isTold ? parts : [...parts, { ...own, measure: REST, amount: euros(rest), isOwn: true }]
}

const REST = 'lo demás'

/** Lines without an account cost nothing that is known yet. */
const unclassified = ({ lines, chosen }: Share): string | null =>
  lines.length === chosen.length
    ? null
    : 'Hay líneas sin clasificar: su gasto entra en el reparto cuando se clasifiquen.'

/** What cannot be shared out yet says why: its page is where that is put right. */
function amountsOf(share: Share): { amounts: Map<number, number>; problem: string | null } {
  try {
    const parts = sharePartsOf(share)
    return { amounts: new Map(parts.map(({ siteId, amountMinor }) => [siteId, amountMinor])), problem: null }
  } catch (error) {
    if (!isDomainError(error)) throw error
    return { amounts: new Map(), problem: error.message }
  }
}

function measureOf(
  { percentage, keyValue }: { percentage: string | null; keyValue: string | null },
  allocation: Allocation
): string {
  if (allocation === 'percentage') return `${exactText(percentage)} %`
  if (allocation === 'key') return exactText(keyValue)
  return allocation === 'equal' ? 'a partes iguales' : 'hasta su importe'
}

/** «33.3300» as «33,33». */
const exactText = (exact: string | null) =>
  (exact ?? '0')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace('.', ',')

function ruleModels(siteId: number): Promise<InvoiceShares['models']> {
  return rows(
    `select s.name, s.allocation, s.allocation_key,
        (select jsonb_agg(jsonb_build_object('siteId', t.site_id, 'percentage', t.percentage::text, 'amountMinor', t.amount_minor) order by t.position) from rebilling_setting_targets t where t.setting_id = s.id) as targets
       from rebilling_settings s where s.origin_site_id = :siteId and s.active order by s.priority, s.id`,
    { siteId }
  )
}

/** A credit note is shared out as what it takes off. */
async function rectifiedModel(invoiceId: number): Promise<InvoiceShares['models']> {
  const found = await row<Parts & { name: string }>(
    `select coalesce(o.invoice_number, o.reference) as name, s.allocation, s.allocation_key,
        (select jsonb_agg(jsonb_build_object('siteId', t.site_id, 'percentage', t.percentage::text, 'amountMinor', t.amount_minor) order by t.position) from cost_share_targets t where t.share_id = s.id) as targets
       from invoices i join invoices o on o.id = i.rectifies_invoice_id join cost_shares s on s.invoice_id = o.id where i.id = :invoiceId order by s.covers_invoice desc, s.id limit 1`,
    { invoiceId }
  )
  return found ? [{ ...found, name: `Como la factura ${found.name}` }] : []
}
