import { PROVIDER_RULES } from '#app/invoices/audit/all_rules'
import type { RuleSetting } from '#app/invoices/audit/audit_context'
import { evaluateInvoices, ruled } from '#app/invoices/audit/evaluate_invoices'
import { readAuditContext } from '#app/invoices/audit/read_context'
import type { RuledFinding } from '#app/invoices/audit/rule'
import { rows } from '#app/kernel/database/sql'
import type { Filter } from '#app/kernel/lists/listing'

const INVOICES = 1_000
const SHOWN = 10

type Sample = { invoiceId: number | null; name: string; severity: string; message: string }
export type RuleTrial = {
  invoices: number
  found: number
  before: number
  gained: number
  lost: number
  sample: Sample[]
}

/**
 * What a rule would find with other settings among the last thousand invoices in scope, beside what it finds as it is
 * set now. Nothing is written.
 */
export async function tryAuditRule(setting: RuleSetting, scope: Filter): Promise<RuleTrial> {
  const { code } = setting.rule
  if (PROVIDER_RULES.some((rule) => rule.code === code)) return tryProviderRule(setting)
  const where = ['i.issued_on is not null', ...scope.where].join(' and ')
  const invoices = await rows<{ id: number; name: string }>(
    `select i.id, coalesce(i.invoice_number, i.reference) as name from invoices i where ${where} order by i.received_at desc, i.id desc limit ${INVOICES}`,
    scope.bindings
  )
  const ids = invoices.map(({ id }) => id)
  const [then, now] = [await readAuditContext(undefined, setting), await readAuditContext()]
  const after = await evaluateInvoices(ids, then, undefined, [code])
  const before = await evaluateInvoices(ids, now, undefined, [code])
  const isFound = (found: Map<number, RuledFinding[]>, id: number) => (found.get(id) ?? []).length > 0
  const hits = invoices.filter(({ id }) => isFound(after, id))
  return {
    invoices: ids.length,
    found: hits.length,
    before: ids.filter((id) => isFound(before, id)).length,
    gained: hits.filter(({ id }) => !isFound(before, id)).length,
    lost: ids.filter((id) => isFound(before, id) && !isFound(after, id)).length,
    sample: hits.slice(0, SHOWN).flatMap(({ id, name }) => {
      const [finding] = after.get(id) ?? []
      return finding ? [{ invoiceId: id, name, severity: finding.severity, message: finding.message }] : []
    }),
  }
}

async function tryProviderRule(setting: RuleSetting): Promise<RuleTrial> {
  const rule = PROVIDER_RULES.find(({ code }) => code === setting.rule.code)
  if (!rule) throw new Error(`No rule ${setting.rule.code}`)
  const context = await readAuditContext()
  const found = await rule.find(setting.params, context)
  const before = await rule.find(context.settings.get(rule.code)?.params ?? {}, context)
  return {
    invoices: 0,
    found: found.length,
    before: before.length,
    gained: Math.max(0, found.length - before.length),
    lost: Math.max(0, before.length - found.length),
    sample: found.slice(0, SHOWN).map((one) => {
      const { severity, message } = ruled(one, setting)
      return { invoiceId: null, name: '', severity, message }
    }),
  }
}
