import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { AuditContext, RuleSetting } from '#app/invoices/audit/audit_context'
import { CATALOGUE } from '#app/invoices/audit/catalogue'
import { type InvoiceFacts, isFew, readInvoiceFacts } from '#app/invoices/audit/invoice_facts'
import {
  type AuditRule,
  type Finding,
  type Question,
  type RuledFinding,
  SEVERITIES,
  SEVERITY_RANK,
  type Severity,
} from '#app/invoices/audit/rule'
import { askTogether } from '#app/kernel/database/ask_together'
import type { Client } from '#app/kernel/database/sql'
import { type DocType, isInvoiceKind } from '#app/reading/doc_kinds'

/** Nothing has been read of the first two yet, and the others count for nothing any more. */
const UNJUDGED = new Set(['received', 'analysing', 'cancelled', 'rejected', 'duplicate'])

const BREATH = 250

type Ask = Question<unknown>
type Answers = Map<Ask, Map<number, unknown>>

/**
 * What the rules find in these invoices by the present settings: for one after a save and for thousands in a run alike.
 * Every question is asked once for all of them. Invoices without findings are in the answer with none. `codes` keeps it
 * to some of the rules.
 */
export async function evaluateInvoices(
  ids: readonly number[],
  context: AuditContext,
  client?: Client,
  codes?: readonly string[]
): Promise<Map<number, RuledFinding[]>> {
  const facts = await readInvoiceFacts(ids, client)
  const judged = facts.filter(({ status }) => !UNJUDGED.has(status))
  const rules = CATALOGUE.filter(
    ({ code }) => isOn(context.settings.get(code)) && (codes?.includes(code) ?? true)
  )
  const answers = await askAll(rules, judged, context, client)
  const found = new Map<number, RuledFinding[]>(facts.map(({ id }) => [id, []]))
  for (const [index, invoice] of judged.entries()) {
    // Where the jobs are worked beside the pages, these are let in between.
    if (index % BREATH === BREATH - 1) await setImmediate()
    found.set(
      invoice.id,
      rules.flatMap((rule) => findingsOf(rule, invoice, { context, answers }))
    )
  }
  return found
}

const isOn = (setting: RuleSetting | undefined) => setting?.enabled === true

/** Each question once, about the invoices that concern one of the rules that ask it. */
async function askAll(
  rules: readonly AuditRule[],
  judged: readonly InvoiceFacts[],
  context: AuditContext,
  client?: Client
): Promise<Answers> {
  const asking = new Map<Ask, AuditRule[]>()
  for (const rule of rules)
    for (const ask of asksOf(rule)) asking.set(ask, [...(asking.get(ask) ?? []), rule])
  const about = new Map(
    [...asking].map(([ask, askers]) => {
      const concerned = judged.filter((facts) => askers.some((rule) => isConcerned(rule, facts)))
      return [ask, concerned.map(({ id }) => id)] as const
    })
  )
  const answers: Answers = isFew(judged.map(({ id }) => id))
    ? await askAtOnce(about, context, client)
    : new Map()
  for (const [ask, ids] of about)
    if (!answers.has(ask)) answers.set(ask, ids.length === 0 ? new Map() : await ask(ids, context, client))
  return answers
}

/** Rules that ask who sends a document and whom it wants to be paid, and not what a debt has to be. */
const OF_ANY_DOCUMENT: readonly AuditRule['family'][] = ['origin', 'bank', 'parties']

/** What is no invoice owes nothing; what it says of its sender and of accounts is looked at all the same. */
const mayFind = ({ family }: AuditRule, { docType }: InvoiceFacts): boolean =>
  OF_ANY_DOCUMENT.includes(family) || isInvoiceKind(docType as DocType)

const isConcerned = (rule: AuditRule, facts: InvoiceFacts): boolean =>
  mayFind(rule, facts) && (rule.concerns?.(facts) ?? true)

const asksOf = ({ asks }: AuditRule) => Object.values(asks) as unknown as Ask[]

/** The questions of one statement each, all of them always, so that their common text stays the same. */
const KEPT = [...new Set(CATALOGUE.flatMap(asksOf))].flatMap((ask) =>
  ask.statement ? [{ ask, statement: ask.statement }] : []
)
const askKept = askTogether(KEPT.map(({ statement }) => statement.sql))

/** Answers the questions of one statement about a few invoices in one round trip; who is not concerned asks of none. */
async function askAtOnce(
  about: ReadonlyMap<Ask, number[]>,
  context: AuditContext,
  client?: Client
): Promise<Answers> {
  const bindings = KEPT.map(({ ask, statement }) => {
    const more = statement.bindings(context)
    return { ids: more === null ? [] : (about.get(ask) ?? []), ...more }
  })
  if (bindings.every(({ ids }) => ids.length === 0)) return new Map(KEPT.map(({ ask }) => [ask, new Map()]))
  const found = await askKept(bindings, client)
  const answers: Answers = new Map()
  for (const [at, { ask, statement }] of KEPT.entries())
    answers.set(ask, await statement.answers(found[at] as never[], context, client))
  return answers
}

type Given = { context: AuditContext; answers: Answers }

function findingsOf(rule: AuditRule, invoice: InvoiceFacts, { context, answers }: Given): RuledFinding[] {
  const setting = context.settings.get(rule.code)
  if (!setting || !isAbout(setting, invoice) || !mayFind(rule, invoice)) return []
  const told: Record<string, unknown> = {}
  for (const name in rule.asks) told[name] = answers.get(rule.asks[name] as unknown as Ask)?.get(invoice.id)
  const found = rule.decide(invoice, { params: setting.params, told, context })
  if (found === null) return []
  return (Array.isArray(found) ? found : [found]).map((finding) => ruled(finding, setting))
}

const isAbout = ({ siteIds }: RuleSetting, { siteId }: InvoiceFacts) =>
  siteIds.length === 0 || (siteId !== null && siteIds.includes(siteId))

/** The finding with the severity it has now: its own, moved as far as its rule was raised or lowered. */
export function ruled(finding: Finding, { rule, severity, version }: RuleSetting): RuledFinding {
  const { severity: own = rule.severity, score, ...rest } = finding
  const now = moved(own, SEVERITY_RANK[severity] - SEVERITY_RANK[rule.severity])
  return { ...rest, code: rule.code, version, severity: now, score: score ?? SEVERITY_RANK[now] * 25 }
}

const moved = (severity: Severity, steps: number): Severity =>
  SEVERITIES[Math.min(SEVERITIES.length - 1, Math.max(0, SEVERITIES.indexOf(severity) + steps))] ?? severity

/** What makes a finding the same one again, as it is kept. */
export const fingerprintOf = ({ code, key }: Pick<RuledFinding, 'code' | 'key'>) =>
  createHash('sha256').update(`${code}:${key}`).digest('hex').slice(0, 32)
