import type { AuditContext } from '#app/invoices/audit/audit_context'
import type { InvoiceFacts } from '#app/invoices/audit/invoice_facts'
import type { ParamSpecs, ParamValues } from '#app/invoices/audit/params'
import { type Client, rows } from '#app/kernel/database/sql'

export type Severity = 'info' | 'warning' | 'high' | 'blocking'
export const SEVERITIES: readonly Severity[] = ['info', 'warning', 'high', 'blocking']
export const SEVERITY_RANK: Record<Severity, number> = { info: 1, warning: 2, high: 3, blocking: 4 }

export const FAMILIES = {
  duplicates: 'Duplicados',
  amounts: 'Importes',
  parties: 'Partes',
  bank: 'Cuenta bancaria',
  contract: 'Contratos',
  tax: 'Impuestos',
  pattern: 'Patrones',
  process: 'Proceso',
  origin: 'Origen y control',
} as const
export type Family = keyof typeof FAMILIES

/** What was compared, for people: labelled values, the other invoices, the formula and the threshold that was passed. */
export type Evidence = {
  values?: { label: string; value: string }[]
  invoiceIds?: number[]
  formula?: string
  threshold?: string
}

/**
 * A finding: why, and what was compared. `key` says what makes it the same finding again, so that a run that is
 * repeated finds it in its place. `severity` where the case is graver or lighter than its rule; `score` 0 to 100.
 */
export type Finding = {
  message: string
  key: string
  evidence: Evidence
  severity?: Severity
  score?: number
}

/** A finding with its rule and the severity it gets by the present settings. */
export type RuledFinding = Omit<Finding, 'severity' | 'score'> & {
  code: string
  version: number
  severity: Severity
  score: number
}

/** A question to the database about many invoices at once; invoices without an answer are left out. */
export type Question<Answer> = ((
  ids: readonly number[],
  context: AuditContext,
  client?: Client
) => Promise<Map<number, Answer>>) & { statement?: Statement<Answer> }

/** The one statement of a question about a few invoices, `:ids`: a save asks all of them in one round trip. */
export type Statement<Answer> = {
  sql: string
  /** Its further bindings; null where by the present settings there is nothing to ask. */
  bindings: (context: AuditContext) => Record<string, unknown> | null
  /** What its rows say; may ask on where they are only candidates. */
  answers: (
    found: never[],
    context: AuditContext,
    client?: Client
  ) => Map<number, Answer> | Promise<Map<number, Answer>>
}

type Asked<Row, Answer> = Pick<Statement<Answer>, 'sql'> & {
  bindings?: Statement<Answer>['bindings']
  answers: (
    found: Row[],
    context: AuditContext,
    client?: Client
  ) => Map<number, Answer> | Promise<Map<number, Answer>>
}

/** A question that one statement answers, whether it is about one invoice or about thousands. */
export function askRows<Row, Answer>({
  sql,
  bindings = () => ({}),
  answers,
}: Asked<Row, Answer>): Question<Answer> {
  const ask: Question<Answer> = async (ids, context, client) => {
    const more = bindings(context)
    return more === null
      ? new Map()
      : answers(await rows<Row>(sql, { ids: [...ids], ...more }, client), context, client)
  }
  return Object.assign(ask, { statement: { sql, bindings, answers } })
}

/** The only answer about each invoice. */
export const onlyAnswers = <Answer>(found: (Answer & { of: number })[]): Map<number, Answer> =>
  new Map(found.map(({ of, ...answer }) => [of, answer as unknown as Answer]))

/** Answers by the invoice they are about. */
export function groupAnswers<Answer>(found: (Answer & { of: number })[]): Map<number, Answer[]> {
  const groups = new Map<number, Answer[]>()
  for (const { of, ...answer } of found) {
    const known = groups.get(of)
    if (known) known.push(answer as unknown as Answer)
    else groups.set(of, [answer as unknown as Answer])
  }
  return groups
}
type Questions = Record<string, Question<never>>
type Told<Asks> = {
  [Name in keyof Asks]: Asks[Name] extends Question<infer Answer> ? Answer | undefined : never
}

/** What is said of a rule, whatever it looks at. */
export type RuleHead<Specs extends ParamSpecs = ParamSpecs> = {
  code: string
  name: string
  family: Family
  severity: Severity
  /** Nobody switches it off (area 06 §1). */
  isLocked?: true
  /** The condition in words, for the page of the rules. */
  explains: string
  params: Specs
}

type Definition<Specs extends ParamSpecs, Asks> = RuleHead<Specs> & {
  asks: Asks
  /** Invoices of which its questions are asked at all; all when absent. */
  concerns?: (facts: InvoiceFacts) => boolean
  decide: (
    facts: InvoiceFacts,
    given: { params: ParamValues<Specs>; told: Told<Asks>; context: AuditContext }
  ) => Finding | Finding[] | null
}

/** A rule whose parameters and answers only the rule itself knows. */
export type AuditRule = RuleHead & {
  asks: Questions
  concerns?: (facts: InvoiceFacts) => boolean
  decide: (
    facts: InvoiceFacts,
    given: { params: Record<string, unknown>; told: Record<string, unknown>; context: AuditContext }
  ) => Finding | Finding[] | null
}

/** A rule as one declaration: a pure decision over the facts of an invoice and what its questions were answered. */
export function defineRule<const Specs extends ParamSpecs, Asks = Record<never, never>>(
  definition: Omit<Definition<Specs, Asks>, 'asks'> & { asks?: Asks }
): AuditRule {
  return { ...definition, asks: definition.asks ?? {} } as unknown as AuditRule
}

/** A finding of no single invoice: of a supplier, in one company or in all of them. */
export type ProviderFinding = Finding & { providerId: number; siteId: number | null }

/** A rule on what a supplier billed as a whole; asked by runs, never by a save. */
export type ProviderRule = RuleHead & {
  find: (
    params: Record<string, unknown>,
    context: AuditContext,
    client?: Client
  ) => Promise<ProviderFinding[]>
}

/** A rule on suppliers as one declaration. */
export function defineProviderRule<const Specs extends ParamSpecs>(
  definition: RuleHead<Specs> & {
    find: (params: ParamValues<Specs>, context: AuditContext, client?: Client) => Promise<ProviderFinding[]>
  }
): ProviderRule {
  return definition as unknown as ProviderRule
}
