import { mayBeTwice } from '#app/accounts/queries/duplicate_pairs'
import { shownIban } from '#app/accounts/queries/find_account'
import { IS_PAYROLL_ENTRY } from '#app/accounts/queries/payroll_detail'
import { seesPayroll, type Viewer } from '#app/accounts/viewer'
import {
  type StatementLineStatus,
  statementLineWorkflow,
} from '#app/accounts/workflows/statement_line_workflow'
import { row, rows } from '#app/kernel/database/sql'
import { formatAmount, type MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { describeReturnReason } from '#app/payments/files/return_reasons'
import { accountOption, entryOptions } from '#app/reconciliation/queries/entry_options'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { listMatches } from '#app/reconciliation/queries/line_matches'
import { activeRules, type ListedRule, listRules } from '#app/reconciliation/queries/list_rules'
import { findMatchAccount, type MatchAccount } from '#app/reconciliation/queries/match_account'
import { searchOpenItems } from '#app/reconciliation/queries/open_items/load_open_items'
import { type BankRule, booksAlone, conditionsText } from '#app/reconciliation/rules/bank_rule'
import { type Proposal, type ProposedItem, suggestFrom } from '#app/reconciliation/scoring/propose_matches'

type Found = {
  id: number
  bookedOn: CalendarDate
  valueOn: string | null
  rawText: string
  reference: string | null
  endToEndId: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  amountMinor: number
  restMinor: number
  normText: string
  bankRuleId: number | null
  currency: string
  status: StatementLineStatus
  ignoreReason: string | null
  returnReason: string | null
  returnText: string | null
  chargesMinor: number | null
  isDoubtful: boolean
}

/** A movement with what it may be and what it was matched with; null when the account has no such movement. */
export async function findSelectedLine(bankAccountId: number, lineId: number, viewer: Viewer, search = '') {
  const line = await row<Found>(
    `select l.id, l.booked_on, l.value_on, l.raw_text, l.norm_text, l.bank_rule_id, l.reference, l.end_to_end_id, l.counterparty_name, l.counterparty_iban, l.amount_minor, l.currency, l.status,
            l.ignore_reason, l.raw ->> 'returnReason' as return_reason, l.raw #>> '{details,0,returnText}' as return_text,
            (l.raw #>> '{details,0,chargesMinor}')::bigint as charges_minor, l.amount_minor - coalesce((select sum(m.amount_minor) from statement_matches m where m.bank_statement_line_id = l.id), 0)::bigint as rest_minor,
            ${mayBeTwice('l')} as is_doubtful
       from bank_statement_lines l where l.id = :lineId and l.bank_account_id = :bankAccountId`,
    { lineId, bankAccountId }
  )
  if (!line) return null
  const isOpen = ['pending', 'suggested', 'partially_matched'].includes(line.status)
  const account = await findMatchAccount(bankAccountId)
  if (!account) return null
  const { baseCurrency } = account
  const found = isOpen && search !== '' ? await searchItems(account, line, search) : null
  const all = isOpen ? ((await findCandidates(lineId, undefined, viewer.userId)) ?? []) : []
  const proposals = await withoutHidden(all, viewer)
  const money = (minor: number): MoneyJson => ({ minor, currency: line.currency })
  return {
    id: line.id,
    bookedOn: line.bookedOn,
    valueOn: line.valueOn,
    text: line.rawText,
    reference: [line.reference, line.endToEndId].filter(Boolean).join(' · ') || null,
    counterparty: line.counterpartyName,
    counterpartyIban: shownIban(line.counterpartyIban, viewer),
    amount: money(line.amountMinor),
    rest: money(line.restMinor),
    status: {
      tone: statementLineWorkflow.tone(line.status),
      label: statementLineWorkflow.label(line.status),
    },
    ignoreReason: line.ignoreReason,
    returnReason: describeReturnReason(line.returnReason, line.returnText ? [line.returnText] : []) || null,
    charges: line.chargesMinor ? money(line.chargesMinor) : null,
    isOpen,
    isDoubtful: line.isDoubtful,
    canUndo: statementLineWorkflow.can(line.status, 'undo'),
    canIgnore: statementLineWorkflow.can(line.status, 'ignore'),
    proposals: proposals.map((proposal) => proposalProps(proposal, line.currency, baseCurrency)),
    found:
      (found && (await withoutHidden(found, viewer)))?.map((proposal) =>
        proposalProps(proposal, line.currency, baseCurrency)
      ) ?? null,
    matches: await listMatches(line.id, line.currency, viewer),
    rule: await explainRule(account, line, proposals),
    entry: isOpen ? await entryOptions(line.id) : null,
  }
}

/** Why a rule proposes an account for an open movement, or booked it; null where none holds. */
async function explainRule(account: MatchAccount, line: Found, proposals: readonly Proposal[]) {
  const isOpen = line.status === 'pending' || line.status === 'suggested'
  const holding = isOpen
    ? (await activeRules(account)).filter(({ holds }) => holds(line)).map(({ rule }) => rule)
    : (await listRules(account)).filter((rule) => rule.id === line.bankRuleId)
  const [rule, ...others] = holding
  if (!rule) return null
  return {
    id: rule.id,
    name: rule.name,
    place: rule.priority,
    accountCode: rule.action.accountCode,
    account: await accountOption(account.siteId, rule.action.accountCode),
    provider: pickedProvider(rule),
    tax: keyText(rule.action.taxCodeId),
    center: keyText(rule.action.centerId),
    description: rule.action.description ?? '',
    conditions: conditionsText(rule.conditions),
    note: isOpen ? whyNotAlone(rule, line, proposals) : 'La contabilizó esta regla.',
    others: others.map((other) => other.name),
  }
}

const pickedProvider = ({ action, providerName }: ListedRule) =>
  action.providerId === null ? null : { value: String(action.providerId), label: providerName ?? '' }

const keyText = (key: number | null) => (key === null ? null : String(key))

function whyNotAlone(
  rule: BankRule,
  { amountMinor, currency }: Found,
  proposals: readonly Proposal[]
): string {
  if (!rule.action.autoBook) return 'Solo propone: la decisión es suya.'
  if (!booksAlone(rule, amountMinor))
    return `Supera el máximo de ${formatAmount(rule.maxMinor ?? 0, currency)} que contabiliza sin revisión.`
  if ((proposals[0]?.score ?? 0) >= suggestFrom)
    return 'Hay una partida que lo explica: decida cuál es la buena.'
  return 'Se contabiliza al aplicar las reglas, si el extracto cuadra y nadie lo deshizo.'
}

/** Open items of any day that somebody looks for, as proposals without a score: the choice is theirs. */
async function searchItems(account: MatchAccount, line: Found, search: string): Promise<Proposal[]> {
  const items = await searchOpenItems(account, search, line.bookedOn)
  return items.map((item) => ({
    key: `found:${item.key}`,
    kind: 'single',
    items: [item],
    amountMinor: item.amountMinor,
    score: 0,
    parts: [],
    isExact: item.foreign === null && item.amountMinor === line.restMinor,
    isAutomatic: false,
  }))
}

function proposalProps(
  { key, kind, items, amountMinor, score, parts, isExact }: Proposal,
  currency: string,
  baseCurrency: string
) {
  return {
    key,
    kind,
    amount: { minor: amountMinor, currency },
    score,
    parts,
    isExact,
    isSuggested: score >= suggestFrom,
    items: items.map((item) => ({
      key: item.key,
      kind: item.kind,
      journalLineId: item.journalLineId,
      otherLineId: item.otherLineId,
      label: item.label,
      party: item.partyName,
      dueOn: item.dueOn as string,
      // Suggestions that were kept before fees were known say nothing of them.
      knownFeeMinor: item.knownFeeMinor ?? null,
      ...itemAmounts(item, currency, baseCurrency),
    })),
  }
}

/** In its own currency; of another than the movement's also what it is worth on the day and in the book. */
function itemAmounts({ amountMinor, foreign }: ProposedItem, currency: string, baseCurrency: string) {
  const worth = { minor: amountMinor, currency }
  if (!foreign) return { amount: worth, foreign: null }
  const amount = { minor: foreign.minor, currency: foreign.currency }
  return { amount, foreign: { worth, book: { minor: foreign.bookMinor, currency: baseCurrency } } }
}

/** Salaries are matched by those who may see them: to others nothing of one is proposed (area 28 §11). */
async function withoutHidden(proposals: readonly Proposal[], viewer: Viewer): Promise<Proposal[]> {
  if (seesPayroll(viewer)) return [...proposals]
  const lineIds = proposals
    .flatMap(({ items }) => items.map((item) => item.journalLineId))
    .filter((id) => id !== null)
  const hidden = await rows<{ id: number }>(
    `select l.id from journal_lines l join journal_entries e on e.id = l.entry_id where l.id = any(:lineIds::bigint[]) and ${IS_PAYROLL_ENTRY}`,
    { lineIds }
  )
  const ids = new Set(hidden.map(({ id }) => id))
  return proposals.filter(
    ({ items }) => !items.some(({ journalLineId }) => journalLineId !== null && ids.has(journalLineId))
  )
}
